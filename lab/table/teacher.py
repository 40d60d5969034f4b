"""The model that the table imitates: all-MiniLM-L6-v2, run from a local folder by onnxruntime."""

from pathlib import Path

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeAlias

    import numpy as np
    from numpy.typing import NDArray

    Matrix: TypeAlias = NDArray[np.float32]
BATCH_SIZE = 64


class Teacher:
    """Sentence vectors of length one, by mean pooling over every token, [CLS] and [SEP] included."""

    def __init__(self, folder: Path) -> None:
        import onnxruntime
        from tokenizers import Tokenizer

        self.tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
        self.tokenizer.no_padding()
        self.tokenizer.enable_truncation(128)
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1
        self.session = onnxruntime.InferenceSession(str(folder / "model.onnx"), options)

    def tokens(self) -> "list[str]":
        """The vocabulary, by id."""
        ids = self.tokenizer.get_vocab()
        return sorted(ids, key=lambda token: ids[token])

    def ids(self, texts: "list[str]") -> "list[list[int]]":
        """Each text as token ids, without the special tokens."""
        return [e.ids for e in self.tokenizer.encode_batch(texts, add_special_tokens=False)]

    def embed(self, texts: "list[str]") -> "Matrix":
        """One unit vector per text. Texts of similar length share a batch."""
        return self.embed_ids([[101, *ids, 102] for ids in self.ids(texts)])

    def embed_ids(self, sequences: "list[list[int]]") -> "Matrix":
        """The same for sequences of ids that already have their special tokens."""
        import numpy as np

        out = np.zeros((len(sequences), 384), np.float32)
        order = sorted(range(len(sequences)), key=lambda i: len(sequences[i]))
        for start in range(0, len(order), BATCH_SIZE):
            part = order[start : start + BATCH_SIZE]
            width = max(len(sequences[i]) for i in part)
            ids = np.zeros((len(part), width), np.int64)
            mask = np.zeros((len(part), width), np.int64)
            for row, i in enumerate(part):
                ids[row, : len(sequences[i])] = sequences[i]
                mask[row, : len(sequences[i])] = 1
            inputs = {"input_ids": ids, "attention_mask": mask, "token_type_ids": np.zeros_like(ids)}
            names = {needed.name for needed in self.session.get_inputs()}
            hidden = self.session.run(None, {k: v for k, v in inputs.items() if k in names})[0]
            mean = (hidden * mask[:, :, None]).sum(1) / mask.sum(1, keepdims=True)
            out[part] = mean / np.linalg.norm(mean, axis=1, keepdims=True)
        return out
