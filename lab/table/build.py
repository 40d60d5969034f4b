"""Makes the static table: `python -m lab.table.build --teacher FOLDER --texts FILE… --out FILE`.

Run it by hand when the teacher, the texts or the dimensions change; it takes about ten minutes on one core. It needs
numpy, scipy, onnxruntime and tokenizers, which recall itself does not need. The same inputs on the same interpreter
version give the same table: only a seeded rotation is random.
"""

import argparse
from pathlib import Path

from lab.table.corpus import build_corpus
from lab.table.file_layout import pack_table
from lab.table.fitting import fit_vectors, quantize_rows, reduce_dimensions, token_weights
from lab.table.teacher import Teacher

CLS_TOKEN, SEP_TOKEN = 101, 102


def main() -> None:
    """Build the table from a teacher and texts, and write it to a file."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--teacher", type=Path, required=True, help="folder with model.onnx and tokenizer.json")
    options.add_argument("--texts", type=Path, nargs="*", default=[], help="JSONL files with a field `text`")
    options.add_argument("--limit", type=int, default=None, help="maximum number of passages of each source")
    options.add_argument("--dimensions", type=int, default=128)
    options.add_argument("--out", type=Path, required=True)
    arguments = options.parse_args()
    arguments.out.write_bytes(
        build_table(
            Teacher(arguments.teacher), build_corpus(arguments.texts, limit=arguments.limit), arguments.dimensions
        )
    )
    print(f"{arguments.out}: {arguments.out.stat().st_size:,} bytes")


def build_table(teacher: Teacher, texts: "list[str]", dimensions: int) -> bytes:
    """The bytes of the file: every token alone, fitted to the texts, reduced and quantized, without placeholders."""
    tokens = teacher.tokens()
    alone = teacher.embed_ids([[CLS_TOKEN, token, SEP_TOKEN] for token in range(len(tokens))])
    ids = teacher.ids(texts)
    print(f"{len(texts):,} texts, {sum(map(len, ids)):,} tokens")
    weight = token_weights(ids, len(tokens))
    fitted = fit_vectors(alone, weight, ids, teacher.embed(texts))
    rows, scales = quantize_rows(reduce_dimensions(fitted, weight, ids, dimensions), weight)
    shipped = [i for i, token in enumerate(tokens) if not (len(token) > 1 and token[0] == "[" and token[-1] == "]")]
    return pack_table([tokens[i] for i in shipped], [scales[i] for i in shipped], [rows[i] for i in shipped])


if __name__ == "__main__":
    main()
