"""Makes the static table: `python -m recall_cli.inference.table.build --teacher FOLDER --texts FILE… --out FILE`.

Run by hand when the teacher, the texts or the dimensions change; about ten minutes on one core. Needs numpy,
scipy, onnxruntime and tokenizers, none of which the product needs. The same inputs on the same interpreter
version give the same table: nothing random but a seeded rotation.
"""

import argparse
from pathlib import Path

from recall_cli.inference.table.corpus import build_corpus
from recall_cli.inference.table.file_layout import pack_table
from recall_cli.inference.table.fitting import fit_vectors, quantize_rows, reduce_dimensions, token_weights
from recall_cli.inference.table.teacher import Teacher

CLS_TOKEN, SEP_TOKEN = 101, 102


def main() -> None:
    """Teacher and texts in, table out; says how near the table comes to the teacher."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--teacher", type=Path, required=True, help="folder with model.onnx and tokenizer.json")
    options.add_argument("--texts", type=Path, nargs="*", default=[], help="JSONL files with a field `text`")
    options.add_argument("--dimensions", type=int, default=128)
    options.add_argument("--out", type=Path, required=True)
    given = options.parse_args()
    given.out.write_bytes(build_table(Teacher(given.teacher), build_corpus(given.texts), given.dimensions))
    print(f"{given.out}: {given.out.stat().st_size:,} bytes")


def build_table(teacher: Teacher, texts: "list[str]", dimensions: int) -> bytes:
    """The file's bytes: every token alone, fitted to the texts, reduced, quantised; placeholders left out."""
    tokens = teacher.tokens()
    alone = teacher.embed_ids([[CLS_TOKEN, token, SEP_TOKEN] for token in range(len(tokens))])
    ids = teacher.ids(texts)
    print(f"{len(texts):,} texts, {sum(map(len, ids)):,} tokens")
    weight = token_weights(ids, len(tokens))
    fitted = fit_vectors(alone, weight, ids, teacher.embed(texts))
    rows, scales = quantize_rows(reduce_dimensions(fitted, weight, ids, dimensions), weight)
    kept = [i for i, token in enumerate(tokens) if not (len(token) > 1 and token[0] == "[" and token[-1] == "]")]
    return pack_table([tokens[i] for i in kept], [scales[i] for i in kept], [rows[i] for i in kept])


if __name__ == "__main__":
    main()
