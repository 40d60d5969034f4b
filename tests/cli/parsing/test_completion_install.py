"""`recall completion`: where the scripts go."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from recall_cli.cli.shells import SCRIPT_FILES, completion_script

INSTALL_PATHS = {
    "bash": ".local/share/bash-completion/completions/recall",
    "zsh": ".local/share/zsh/site-functions/_recall",
    "fish": ".config/fish/completions/recall.fish",
}


@pytest.fixture
def recall(tmp_path):
    """Run recall in a home of its own."""

    def run(*words, status=0, **more):
        environment = {"HOME": str(tmp_path), "PATH": "/usr/bin:/bin", "SHELL": "/bin/zsh", **more}
        command = [sys.executable, "-m", "recall_cli", "completion", *words]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
        assert done.returncode == status, done.stderr
        return done.stdout or done.stderr

    return run


@pytest.mark.parametrize("shell", SCRIPT_FILES)
def test_show_prints_the_script(recall, shell):
    """`show` prints it as it is."""
    assert recall("show", shell) == completion_script(shell)
    assert json.loads(recall("show", shell, "--json")) == {"shell": shell, "script": completion_script(shell)}


@pytest.mark.parametrize("shell", INSTALL_PATHS)
def test_install_and_uninstall(recall, tmp_path, shell):
    """Into the user's own folder, once; out again, and nothing else is touched."""
    place = tmp_path / INSTALL_PATHS[shell]
    assert recall("install", shell, "--dry-run").startswith(f"would be installed\t{shell}\t{place}\n")
    assert list(tmp_path.iterdir()) == []
    assert recall("install", shell).startswith(f"installed\t{shell}\t{place}\n")
    assert place.read_text() == completion_script(shell)
    assert recall("install", shell).startswith("already installed")
    place.write_text(completion_script(shell) + "# an older one\n")
    assert recall("install", shell).startswith("brought up to date")
    assert place.read_text() == completion_script(shell)
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == [place]
    assert recall("uninstall", shell, "--dry-run").startswith("would be removed")
    assert recall("uninstall", shell).startswith("removed")
    assert recall("uninstall", shell).startswith("not installed")
    assert not place.exists()


def test_folders_named_in_the_environment(recall, tmp_path):
    """XDG folders and bash-completion's own variable are honoured."""
    named = {"XDG_DATA_HOME": f"{tmp_path}/d", "XDG_CONFIG_HOME": f"{tmp_path}/c"}
    assert f"{tmp_path}/d/zsh/site-functions/_recall" in recall("install", **named)
    assert f"{tmp_path}/c/fish/completions/recall.fish" in recall("install", "fish", **named)
    own = {"BASH_COMPLETION_USER_DIR": f"{tmp_path}/b:/other"}
    assert f"{tmp_path}/b/completions/recall" in recall("install", "bash", **named, **own)


def test_what_is_not_ours_stays(recall, tmp_path):
    """A file that recall did not make is neither replaced nor removed."""
    place = tmp_path / INSTALL_PATHS["fish"]
    place.parent.mkdir(parents=True)
    place.write_text("complete -c recall -a mine\n")
    for action in ("install", "uninstall"):
        assert "was not written by recall" in recall(action, "fish", status=1)
    assert place.read_text() == "complete -c recall -a mine\n"


def test_a_linked_file_stays_a_link(recall, tmp_path):
    """Where the place is a link (dotfiles are kept elsewhere), what it leads to is written."""
    place, kept = tmp_path / INSTALL_PATHS["fish"], tmp_path / "dotfiles.fish"
    place.parent.mkdir(parents=True)
    kept.write_text(completion_script("fish") + "# old\n")
    place.symlink_to(kept)
    recall("install", "fish")
    assert place.is_symlink()
    assert kept.read_text() == completion_script("fish")


def test_zsh_is_told_one_line_once(recall, tmp_path):
    """The line for .zshrc is named until it stands there; recall does not write it."""
    said = recall("install")
    assert said.count("\n") == 2
    line = said.splitlines()[1].partition(": ")[2]
    assert not (tmp_path / ".zshrc").exists()
    (tmp_path / ".zshrc").write_text(line + "\n")
    assert recall("install").count("\n") == 1


def test_an_unknown_shell(recall):
    """Without a name and without a known $SHELL it asks."""
    assert "name a shell" in recall("install", status=2, SHELL="/bin/tcsh")


@pytest.mark.shells
def test_bash_completion_loads_it(recall, tmp_path):
    """With the package bash-completion nothing is left to do: the script is found at the first TAB."""
    loader = Path("/usr/share/bash-completion/bash_completion")
    if shutil.which("bash") is None or not loader.exists():
        pytest.skip("bash-completion is not installed here (apt-get install -y bash-completion)")
    recall("install", "bash")
    tried = f". {loader}; _completion_loader recall; complete -p recall"
    own = {"HOME": str(tmp_path), "PATH": "/usr/bin:/bin"}
    done = subprocess.run(["bash", "-c", tried], env=own, capture_output=True, text=True, check=False)
    assert "-F _recall recall" in done.stdout


def test_a_closed_list_of_values_is_completed() -> None:
    """Where a command names the words that it takes (install, retry, an agent), the shells offer each of them."""
    from recall_cli.cli.registry import COMMANDS, command_module_name
    from recall_cli.cli.shells import value_source

    takes = {
        (name, param.name): value_source(param)
        for name in COMMANDS
        for param in __import__(command_module_name(name), fromlist=["PARAMS"]).PARAMS
        if param.kind not in ("flag", "int", "float")
    }
    for place in (("hooks", "names"), ("hooks", "action"), ("jobs", "words"), ("hook", "event"), ("hook", "agent"),
                  ("update", "clear"), ("maintain", "only"), ("list", "include"), ("schedule", "verb"),
                  ("audit", "what"), ("completion", "action"), ("completion", "shell")):  # fmt: skip
        assert takes[place].startswith("="), place
    from recall_cli.agents.registry import KNOWN_AGENTS
    from recall_cli.flows.maintain.maintain import STEPS

    assert takes["hooks", "names"] == "=" + " ".join(KNOWN_AGENTS)
    assert takes["maintain", "only"] == "=" + " ".join(STEPS)
