"""Set the project up and run its commands: what the Makefile calls, and what Windows users call directly.

    python3 tools/setup.py play          (Windows: py tools/setup.py play)

It needs nothing but Python: it makes a virtual environment in `.venv`, installs the package there together with
Node.js (which comes as a Python package), and builds the browser client. A stamp file inside `.venv` remembers the
hashes of what each step was made from, so that a second start has nothing to do.

Only the standard library is used, and the file can be read by old Pythons too, to tell their users what is missing.
"""

from __future__ import annotations

import contextlib
import glob
import hashlib
import json
import os
import shutil
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

TYPE_CHECKING = False
if TYPE_CHECKING:  # `typing` takes time to import
    from collections.abc import Callable, Iterable, Iterator
    from typing import TextIO

    Step = tuple[str, Callable[[], None]]
    Check = tuple[str, list[str], Path]

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
WEB = ROOT / "web"
STATIC = ROOT / "src" / "noretreat" / "server" / "static"
LOG = ROOT / "build" / "setup.log"
COMPILED = ROOT / "build" / "compiled"
LOCK = ROOT / ".setup.lock"
STAMP = VENV / "noretreat-stamp.json"
HALF_MADE = VENV / "noretreat-unfinished"
WINDOWS = os.name == "nt"
BIN = VENV / ("Scripts" if WINDOWS else "bin")
EXE = ".exe" if WINDOWS else ""
PYTHON = BIN / ("python" + EXE)

OLDEST = (3, 11)
NEWEST_TRIED = 19  # how far up the search for a newer python3.N on the PATH goes
# What a command needs installed; each level contains the ones before it.
LEVELS = ("play", "dev", "bench")
EXTRAS = {"play": ".[play,web]", "dev": ".[dev]", "bench": ".[dev,bench]"}
TESTED = ROOT / "tools" / "tested.txt"
CORES = min(8, os.cpu_count() or 1)
# pytest's workers, each with a server and a browser of its own; one that is done takes the next file, in the order of
# tests/conftest.py: long ones first. There is one more worker than cores, for a test of the page spends part of its
# time waiting; of many cores a few are enough.
WORKERS = min(8, CORES + 1)
IN_TURN = ("--dist=loadfile", "--no-loadscope-reorder")
SIDE_BY_SIDE = ("--numprocesses=%d" % WORKERS, *IN_TURN)
# A browser test that passed only at its second try is named at the end, with what was wrong the first time.
TOLD = ("-rfER", "--rerun-show-tracebacks")
# What `quick` leaves out. The folder of the browser tests is not even read: each worker would import all of it. Nothing
# here waits for a browser, so that one more worker would only collect the tests once more.
QUICK = (
    "--numprocesses=%d" % CORES,
    *IN_TURN,
    "-m",
    "not slow and not browser",
    "--ignore=tests/web",
)
# How PyInstaller makes the program: all modules and data files of the game, which loads its commands, players and
# migrations by name; without what its libraries use in tests and documents alone.
BUNDLE = ROOT / "build" / "bundle"
STARTED = ROOT / "tools" / "bundle" / "start.py"
BUNDLED = (
    "--onefile", "--noconfirm", "--log-level=WARN", "--name=noretreat",
    "--collect-all=noretreat", "--copy-metadata=noretreat",
    "--collect-submodules=uvicorn", "--collect-submodules=alembic.ddl", "--collect-data=alembic",
    "--exclude-module=faker", "--exclude-module=polyfactory", "--exclude-module=pygments", "--exclude-module=rich",
    "--exclude-module=setuptools", "--exclude-module=pkg_resources",
)  # fmt: skip
SHELL = "chromium-headless-shell"
"""Chromium without windows: browser tests take a fifth less of the processor with it than with `chromium` itself."""
APT_BROWSER = ("chromium", "fonts-liberation", "fonts-dejavu-core")


class Trouble(Exception):
    """Something that the user has to know; the text says what to do about it."""


# --- finding a Python --------------------------------------------------------------------------------------------
def find_python() -> list[str]:
    """Return the command (a list) of a Python that is new enough, or say clearly what is missing."""
    own = sys.executable
    if Path(sys.prefix) == VENV:  # the environment that is perhaps made anew: not by itself
        own = getattr(sys, "_base_executable", own)
    candidates = [[own]] if own else []
    for minor in range(NEWEST_TRIED, OLDEST[1] - 1, -1):
        if WINDOWS:
            candidates.append(["py", "-3.%d" % minor])
        elif shutil.which("python3.%d" % minor):
            candidates.append(["python3.%d" % minor])
    for command in candidates:
        if python_version(command) >= OLDEST:
            return command
    raise Trouble(
        "No Retreat! needs Python %d.%d or newer; this one is %d.%d and no newer one was found.\n"
        "Install one from python.org or your system's packages, then start again." % (OLDEST + sys.version_info[:2])
    )


def python_version(command: list[str]) -> tuple[int, ...]:
    """Return (major, minor) of the Python behind `command`; (0, 0) when it does not run."""
    if command == [sys.executable]:
        return sys.version_info[:2]
    try:
        done = subprocess.run(
            command + ["-c", "import sys; print(*sys.version_info[:2])"],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL, timeout=30,
        )  # fmt: skip
        major, minor = done.stdout.split()
        return int(major), int(minor)
    except (OSError, ValueError, subprocess.SubprocessError):
        return 0, 0


# --- stamps: what was made from what ------------------------------------------------------------------------------
def digest(paths: Iterable[Path]) -> str:
    """Return one hash for the names and contents of `paths`."""
    total = hashlib.sha256()
    for path in paths:
        total.update(path.relative_to(ROOT).as_posix().encode() + b"\0")
        total.update(hashlib.sha256(path.read_bytes()).digest())
    return total.hexdigest()


def web_sources() -> list[Path]:
    """Return the files the client is built from, in a fixed order."""
    found = []
    for folder, folders, names in os.walk(WEB):
        folders[:] = sorted(name for name in folders if name != "node_modules")
        found += [Path(folder) / name for name in sorted(names)]
    # The rulebook, the rulings and the glossary, in all languages (web/book.ts).
    books = [path for book in ("rules", "rulings", "glossary") for path in (ROOT / "docs").rglob(book + ".md")]
    return found + sorted(books) + sorted((ROOT / "docs").glob("*/of.json"))


def read_stamp() -> dict[str, str]:
    """Return what the last set-up noted; nothing when there was none, or when the checkout has moved since."""
    try:
        stamp = json.loads(STAMP.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return stamp if isinstance(stamp, dict) and stamp.get("root") == str(ROOT) else {}


def note(**facts: str) -> None:
    """Add `facts` to the stamp file, in one atomic step."""
    stamp = dict(read_stamp(), root=str(ROOT), **facts)
    fresh = STAMP.with_suffix(".new")
    fresh.write_text(json.dumps(stamp, indent=1), encoding="utf-8")
    os.replace(str(fresh), str(STAMP))


# --- the steps ----------------------------------------------------------------------------------------------------
def steps_needed(level: str) -> list[Step]:
    """Return the steps still to do for `level`, as (title, function) pairs; empty when all is up to date."""
    stamp = read_stamp()
    steps = []
    sound = bool(stamp) and PYTHON.exists() and not HALF_MADE.exists()
    if not sound:
        steps.append(("Python environment", make_environment))
        stamp = {}
    package = digest([ROOT / "pyproject.toml", TESTED])
    have = stamp.get("level")
    keep = have if have in LEVELS and LEVELS.index(have) > LEVELS.index(level) else level
    if (stamp.get("package"), have) != (package, keep):
        steps.append(("Python packages", lambda: install_packages(package, keep)))
    if (WEB / "package.json").exists():
        lock_file = digest([path for path in (WEB / "package.json", WEB / "package-lock.json") if path.exists()])
        if stamp.get("node_modules") != lock_file or not (WEB / "node_modules").is_dir():
            steps.append(("Client packages", lambda: install_client_packages(lock_file)))
        sources = digest(web_sources())
        if stamp.get("client") != sources or not (STATIC / "index.html").exists():
            steps.append(("Client build", lambda: build_client(sources)))
    return steps


def make_environment() -> None:
    """Make `.venv` anew; one that was left half-made, or moved here from elsewhere, is thrown away first."""
    base = find_python()
    if VENV.exists():
        remove(VENV)
    VENV.mkdir()
    HALF_MADE.write_text("This environment is not finished; the next set-up makes it again.\n", encoding="utf-8")
    command = base + ["-m", "venv", str(VENV)]
    if logged(command) != 0 and not (install_venv_module(base) and logged(command) == 0):
        version = "%d.%d" % python_version(base)
        raise Trouble(
            "Python %s could not make a virtual environment (%s has the details).\n"
            "On Debian and Ubuntu install it with: apt-get install python%s-venv" % (version, shown(LOG), version)
        )
    note()


def install_venv_module(base: list[str]) -> bool:
    """Debian ships `venv` apart from Python: fetch it where we may; True when something was installed."""
    if subprocess.call(base + ["-c", "import ensurepip"], stderr=subprocess.DEVNULL) == 0:
        return False
    return apt_install("python%d.%d-venv" % python_version(base))


def install_packages(package: str, level: str) -> None:
    """Install the package itself, editable, with the extras of `level`, in the versions that were tested."""
    finished_before = not HALF_MADE.exists()
    HALF_MADE.touch()
    pip = [str(PYTHON), "-m", "pip", "install", "--quiet", "--no-input", "--no-compile"]
    pip += ["--disable-pip-version-check", "--prefer-binary", "--editable", EXTRAS[level]]
    try:
        # A Python that is newer than those versions may need newer ones.
        if logged(pip + ["--constraint", str(TESTED)]) != 0:
            must(pip, "installing the Python packages failed")
    except Trouble:
        if finished_before:  # pip gave up by itself (no network, say) and left the old packages as they were
            HALF_MADE.unlink()
        raise
    HALF_MADE.unlink()
    note(package=package, level=level)


def install_client_packages(lock_file: str) -> None:
    """Install what the client is built with, exactly as the lock file says."""
    verb = "ci" if (WEB / "package-lock.json").exists() else "install"
    flags = ["--no-fund", "--no-audit", "--no-update-notifier", "--loglevel=error"]
    must([str(BIN / ("npm" + EXE)), verb] + flags, "installing the client's packages failed", cwd=WEB)
    note(node_modules=lock_file)


def build_client(sources: str) -> None:
    """Build the browser client into the server's static folder."""
    node = [str(BIN / ("node" + EXE)), str(WEB / "node_modules" / "vite" / "bin" / "vite.js")]
    must(node + ["build", "--logLevel", "warn"], "building the client failed", cwd=WEB)
    note(client=sources)


def set_up(level: str = "dev") -> None:
    """Bring everything that `level` needs up to date, showing progress; silent when nothing is to do."""
    if not steps_needed(level):
        return
    with locked():
        steps = steps_needed(level)  # another start may have done them while this one waited
        if not steps:
            return
        first = steps[0][1] is make_environment
        say("Setting up No Retreat!" + (" (the first time takes a minute or two)" if first else ""))
        LOG.parent.mkdir(exist_ok=True)
        LOG.write_bytes(b"")
        began = time.monotonic()
        for number, (title, step) in enumerate(steps, 1):
            with progress("[%d/%d] %s" % (number, len(steps), title)):
                step()
        say("Ready after %.0f s." % (time.monotonic() - began))


# --- the browser for the tests ------------------------------------------------------------------------------------
def find_browser(windows: bool = False) -> str | None:
    """Return the path of a Chromium-like browser for the browser tests, or None.

    `windows`: one that could open windows and show notices, too, for which the shell is not enough.
    """
    given = os.environ.get("NORETREAT_CHROMIUM")
    if given and not (windows and Path(given).name == SHELL):
        return given
    names = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "msedge")
    for name in names if windows else (SHELL, *names):
        found = shutil.which(name)
        if found:
            return found
    home = Path.home()
    patterns = [
        "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
        "/Applications/Chromium.app/Contents/MacOS/Chromium",
        str(home / ".cache/ms-playwright/chromium-*/chrome-linux*/chrome"),
        str(home / "Library/Caches/ms-playwright/chromium-*/chrome-mac*/*.app/Contents/MacOS/*"),
    ]
    for variable in ("PROGRAMFILES", "PROGRAMFILES(X86)", "LOCALAPPDATA"):
        folder = os.environ.get(variable)
        if folder:
            patterns.append(os.path.join(folder, "Google", "Chrome", "Application", "chrome.exe"))
            patterns.append(os.path.join(folder, "Microsoft", "Edge", "Application", "msedge.exe"))
            patterns.append(os.path.join(folder, "ms-playwright", "chromium-*", "chrome-win*", "chrome.exe"))
    for pattern in patterns:
        hits = sorted(glob.glob(pattern))
        if hits:
            return hits[-1]
    return None


def on_debian() -> bool:
    """Return whether this is Debian itself, where a plain `apt-get install chromium` gives a browser."""
    try:
        text = Path("/etc/os-release").read_text(encoding="utf-8")
    except OSError:
        return False
    return "ID=debian" in text.splitlines() and shutil.which("apt-get") is not None


def browser_help() -> str:
    """Return what a person should do to get a browser for the tests."""
    if on_debian():
        return "The browser tests need Chromium. Install it with: apt-get install " + " ".join(APT_BROWSER)
    playwright = shown(BIN / ("playwright" + EXE))
    return "The browser tests need Chromium or Chrome. Install one, or run: %s install chromium" % playwright


def get_browser() -> None:
    """Install Chromium for the tests where it is missing and we are allowed to; say so where we are not."""
    if find_browser() is None and on_debian():
        with progress("[+] Chromium for the browser tests"):
            # An older Debian has no shell.
            if not apt_install(SHELL, *APT_BROWSER):
                apt_install(*APT_BROWSER)
    if find_browser() is None:
        say(browser_help())


def apt_install(*packages: str) -> bool:
    """Install Debian packages when we are root or sudo asks for nothing; True when that worked."""
    if shutil.which("apt-get") is None:
        return False
    prefix = []
    if os.geteuid() != 0:
        prefix = ["sudo", "-n"]
        if shutil.which("sudo") is None or logged(prefix + ["true"]) != 0:
            return False
    env = ["env", "DEBIAN_FRONTEND=noninteractive", "apt-get"]
    logged(prefix + env + ["update", "-q"])
    return logged(prefix + env + ["install", "-q", "-y", "--no-install-recommends", *packages]) == 0


# --- the commands -------------------------------------------------------------------------------------------------
def setup(args: list[str]) -> int:
    """Make everything ready and stop."""
    set_up("dev")
    say("All is set up. Play with: make play    (or: python3 tools/setup.py play)")
    return 0


def play(args: list[str]) -> int:
    """Start the game and open it in the browser; takes the options of `noretreat play`."""
    set_up("play")
    return hand_over([str(BIN / ("noretreat" + EXE)), "play", *args])


def quick(args: list[str]) -> int:
    """Run the quick tests: all but those marked slow and those of the page; takes pytest's options."""
    set_up("dev")
    return hand_over([str(PYTHON), "-m", "pytest", *QUICK, *args])


def test(args: list[str]) -> int:
    """Run all tests, side by side on all cores; takes pytest's options (-n 0: one after the other)."""
    set_up("dev")
    get_browser()
    return hand_over([str(PYTHON), "-m", "pytest", *SIDE_BY_SIDE, *TOLD, *args])


def check(args: list[str]) -> int:
    """Check format, lint, types, data files, layers, and the client's sources and logic."""
    set_up("dev")
    python = [str(PYTHON), "-m"]
    npm = [str(BIN / ("npm" + EXE)), "run", "--silent"]
    folders = [name for name in ("src", "tests", "tools", "bench", "deploy") if (ROOT / name).is_dir()]
    checks = [
        ("Python format (ruff)", [*python, "ruff", "format", "--check", *folders], ROOT),
        ("Python lint (ruff)", [*python, "ruff", "check", *folders], ROOT),
        ("Python types (mypy --strict)", [*python, "mypy"], ROOT),
        ("Data files", [*python, "noretreat", "check-data"], ROOT),
        ("Generated documents", [*python, "tools.make_docs", "--check"], ROOT),
        ("Documentation site and its links", [*python, "tools.make_site"], ROOT),
        ("Layers", [*python, "pytest", "-q", "tests/test_layers.py"], ROOT),
    ]
    if (WEB / "package.json").exists():
        checks += [("Client types made from the server", [*python, "tools.make_wire", "--check"], ROOT)]
        checks += [("Client texts", [str(PYTHON), "tools/check_catalogues.py", "--complete"], ROOT)]
        checks += [
            ("Client types (svelte-check)", [*npm, "check"], WEB),
            ("Client lint (biome, stylelint)", [*npm, "lint"], WEB),
            ("Client layers (dependency-cruiser)", [*npm, "layers"], WEB),
            ("Client logic (vitest)", [*npm, "test"], WEB),
        ]
    failed = []
    with ThreadPoolExecutor(max_workers=min(4, os.cpu_count() or 1)) as side_by_side:
        for title, seconds, done in side_by_side.map(run_check, checks):
            good = done.returncode == 0
            say("%-6s %-36s %5.1f s" % ("ok" if good else "FAILED", title, seconds))
            if not good:
                failed.append(title)
                say(done.stdout.decode("utf-8", "replace").rstrip())
    say("All checks passed." if not failed else "Not in order: " + ", ".join(failed))
    return 1 if failed else 0


def run_check(check: Check) -> tuple[str, float, subprocess.CompletedProcess[bytes]]:
    """Run one check: a title, a command, its folder. Return the title, the seconds it took, and what came of it."""
    title, command, folder = check
    began = time.monotonic()
    done = subprocess.run(
        command, cwd=str(folder), env=environment(),
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    )  # fmt: skip
    return title, time.monotonic() - began, done


def bench(args: list[str]) -> int:
    """Run the measurements in bench/ (all of them, or only the scripts named)."""
    set_up("bench")
    scripts = sorted(path for path in (ROOT / "bench").glob("*.py") if not path.name.startswith("_"))
    if args:
        scripts = [path for path in scripts if path.stem in args or path.name in args]
    if not scripts:
        raise Trouble("There is nothing of that name to measure in bench/.")
    for script in scripts:
        say("== " + shown(script))
        code = subprocess.call([str(PYTHON), str(script)], cwd=str(ROOT), env=environment())
        if code != 0:
            return code
    return 0


def web(args: list[str]) -> int:
    """Build the browser client again, changed or not."""
    set_up("play")
    LOG.parent.mkdir(exist_ok=True)
    LOG.write_bytes(b"")
    with locked(), progress("[1/1] Client build"):
        build_client(digest(web_sources()))
    return 0


def wheel(args: list[str]) -> int:
    """Build the client, and a wheel of this tree with it, in dist: what a site is installed from."""
    web([])
    pip = [str(PYTHON), "-m", "pip", "wheel", "--quiet", "--no-deps", "--disable-pip-version-check", *args]
    with progress("[1/1] Wheel"):
        must(pip + ["--wheel-dir", str(ROOT / "dist"), str(ROOT)], "building the wheel failed")
    say("It is in %s." % shown(ROOT / "dist"))
    return 0


def bundle(args: list[str]) -> int:
    """Build one file in dist that plays where there is no Python; --try starts it, plays, and kills it."""
    set_up("play")
    made = BUNDLE / "venv" / BIN.name / ("python" + EXE)
    pip = [str(made), "-m", "pip", "install", "--quiet", "--no-input", "--disable-pip-version-check"]
    build = [str(made), "-m", "PyInstaller", *BUNDLED, "--distpath", str(ROOT / "dist"), "--workpath", str(BUNDLE)]
    LOG.parent.mkdir(exist_ok=True)
    LOG.write_bytes(b"")
    with locked(), progress("[1/1] Program"):
        # An environment with nothing in it but the game: whatever can be imported is packed.
        remove(BUNDLE)
        must([*find_python(), "-m", "venv", str(BUNDLE / "venv")], "making an environment for the program failed")
        must(pip + [str(ROOT) + "[play,bundle]"], "installing the packages of the program failed")
        must(build + ["--specpath", str(BUNDLE), str(STARTED)], "building the program failed")
    program = ROOT / "dist" / ("noretreat" + EXE)
    say("It is %s." % shown(program))
    if "--try" in args:
        return hand_over([str(PYTHON), str(STARTED.with_name("try_it.py")), str(program)])
    return 0


def wire(args: list[str]) -> int:
    """Make the client's types again from the server's description of its calls."""
    set_up("dev")
    return hand_over([str(PYTHON), "-m", "tools.make_wire", *args])


def docs(args: list[str]) -> int:
    """Build the documentation site in build/site; --serve shows it at http://localhost:8000."""
    set_up("dev")
    return hand_over([str(PYTHON), "-m", "tools.make_site", *args])


def clean(args: list[str]) -> int:
    """Remove everything that set-up, builds and tests have made (never saved games)."""
    made = [VENV, WEB / "node_modules", STATIC, ROOT / "build", ROOT / "dist", ROOT / ".coverage", ROOT / "htmlcov"]
    made += [
        ROOT / name for name in (".cache", ".mypy_cache", ".ruff_cache", ".pytest_cache", ".hypothesis", ".setup.lock")
    ]
    made += list((ROOT / "src").glob("*.egg-info"))
    for part in ("src", "tests", "tools", "bench", "deploy"):
        made += list((ROOT / part).rglob("__pycache__"))
    for path in made:
        remove(path)
    say("Clean. Saved games were not touched.")
    return 0


COMMANDS = {
    command.__name__: command
    for command in (setup, play, quick, test, check, bench, web, wheel, bundle, wire, docs, clean)
}


# --- small tools --------------------------------------------------------------------------------------------------
def say(text: str) -> None:
    """Print a line at once."""
    print(text, flush=True)


def shown(path: Path) -> str:
    """Return a path as a person in the checkout would type it."""
    return os.path.relpath(str(path), os.getcwd()) if str(path).startswith(str(ROOT)) else str(path)


def environment() -> dict[str, str]:
    """Return the environment for children: the virtual environment first, nothing of another Python.

    Where compiled code may not lie beside its sources, as in many containers, it goes to a folder of its own: without
    any, each start of the server would compile a thousand files anew, and take twice as long.
    """
    foreign = ("PYTHONHOME", "PYTHONPATH", "PYTHONDONTWRITEBYTECODE")
    env = {name: value for name, value in os.environ.items() if name not in foreign}
    if os.environ.get("PYTHONDONTWRITEBYTECODE"):
        env.setdefault("PYTHONPYCACHEPREFIX", str(COMPILED))
    env["VIRTUAL_ENV"] = str(VENV)
    env["PATH"] = str(BIN) + os.pathsep + env.get("PATH", "")
    browser = find_browser()
    if browser:
        env["NORETREAT_CHROMIUM"] = browser
    return env


def logged(command: list[str], cwd: Path = ROOT) -> int:
    """Run a command with its output going to the set-up log; return its exit status."""
    LOG.parent.mkdir(exist_ok=True)
    with open(str(LOG), "ab") as log:
        log.write(("\n$ " + " ".join(command) + "\n").encode())
        log.flush()
        child = None
        try:
            child = subprocess.Popen(
                command, cwd=str(cwd), env=environment(), stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT
            )
            while True:
                try:
                    return child.wait(timeout=0.5)
                except subprocess.TimeoutExpired:
                    progress.tick()
        except OSError as error:
            log.write(str(error).encode() + b"\n")
            return 127
        finally:
            if child is not None and child.poll() is None:
                child.terminate()
                child.wait()


def must(command: list[str], trouble: str, cwd: Path = ROOT) -> None:
    """Run a command of the set-up; when it fails, show the end of what it said."""
    if logged(command, cwd) != 0:
        tail = LOG.read_text(encoding="utf-8", errors="replace").splitlines()[-30:]
        raise Trouble("\n".join([*tail, "", "%s; %s has all of it." % (trouble.capitalize(), shown(LOG))]))


def hand_over(command: list[str]) -> int:
    """Become `command` where the system can; else run it and return its exit status."""
    if not WINDOWS:
        sys.stdout.flush()
        os.chdir(str(ROOT))
        os.execve(command[0], command, environment())
    child = subprocess.Popen(command, cwd=str(ROOT), env=environment())
    while True:
        try:
            return child.wait()
        except KeyboardInterrupt:
            continue  # the child got the same Ctrl-C and is closing down


class progress:
    """A line for one step: its title, the seconds while it runs (on a terminal), and how long it took."""

    current: progress | None = None

    def __init__(self, title: str) -> None:
        """Keep the title."""
        self.title = title

    def __enter__(self) -> progress:
        self.began = time.monotonic()
        self.live = sys.stdout.isatty()
        progress.current = self
        if not self.live:
            say("  %s ..." % self.title)
        self.show("")
        return self

    def __exit__(self, kind: object, error: object, trace: object) -> None:
        progress.current = None
        word = "done" if kind is None else "stopped"
        if self.live:
            self.show("  %s\n" % word)
        else:
            say("  %s: %s after %.1f s" % (self.title, word, time.monotonic() - self.began))

    def show(self, end: str) -> None:
        """Write the line again."""
        if self.live:
            sys.stdout.write("\r  %-40s %5.1f s%s" % (self.title, time.monotonic() - self.began, end))
            sys.stdout.flush()

    @classmethod
    def tick(cls) -> None:
        """Let the seconds of the running step advance."""
        if cls.current is not None:
            cls.current.show("")


@contextlib.contextmanager
def locked() -> Iterator[None]:
    """Let only one set-up work in this checkout at a time; the system frees the lock when its holder ends."""
    with open(str(LOCK), "a") as handle:
        if not try_lock(handle):
            say("Another set-up is at work in this checkout; waiting for it.")
            while not try_lock(handle):
                time.sleep(0.5)
        yield


def try_lock(handle: TextIO) -> bool:
    """Return whether the lock could be had now."""
    try:
        if WINDOWS:
            import msvcrt

            handle.seek(0)
            msvcrt.locking(handle.fileno(), msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined]
        else:
            import fcntl

            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def remove(path: Path) -> None:
    """Delete a file or a whole folder, if it is there."""
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(str(path), ignore_errors=True)
        if path.exists():
            raise Trouble("%s could not be removed. Close what still uses it and start again." % shown(path))
    elif path.exists() or path.is_symlink():
        path.unlink()


def usage() -> str:
    """Return the list of commands."""
    lines = ["usage: python3 tools/setup.py COMMAND [options of the command]", ""]
    lines += ["  %-7s %s" % (name, (command.__doc__ or "").strip()) for name, command in COMMANDS.items()]
    return "\n".join(lines)


def main(arguments: list[str]) -> int:
    """Run one command; return the exit status."""
    if not arguments or arguments[0] in ("-h", "--help", "help"):
        say(usage())
        return 0
    if arguments[0] not in COMMANDS:
        say("There is no command %r.\n\n%s" % (arguments[0], usage()))
        return 2
    try:
        return COMMANDS[arguments[0]](arguments[1:])
    except Trouble as trouble:
        say("\n" + str(trouble))
        return 1
    except KeyboardInterrupt:
        say("\nStopped. The next start goes on from here.")
        return 130


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
