"""An engine that knows no rules: it is told what is legal, and prefers what looks useful.

It speaks the engine protocol of docs/engine.md. Try it:
    trencavel engine-check 'python3 examples/engine.py'
    trencavel duel 'engine:python3 examples/engine.py' random --games 20
"""
import random
import sys


def worth(word):
    """A figure in a city or monastery before one on a road, before none, before one in a field."""
    for points, sign in enumerate(("field", "-", "homes", "road", "city", "monastery")):
        if word == sign or "@" + sign in word:
            return points
    return 1


seed, legal = "", []
sys.stdin.reconfigure(errors="replace")  # whatever anybody sends
for line in sys.stdin:
    command, _, rest = line.strip().partition(" ")
    if command == "tep":
        print("id name Forty lines of Python\nid author the authors of Trencavel")
        print("option name Seed type spin default 1 min 0 max 1000000")
        print("supports country seats=2-6 expansions=river,inns,traders,count,cult,abbot")
        print("supports city seats=2-4\nneeds legal\ntepok", flush=True)
    elif command == "isready":
        print("readyok", flush=True)
    elif command == "setoption":
        seed = rest
    elif command == "position":
        legal = []
    elif command == "legal":
        legal = [word.strip() for word in rest.split(";")]
    elif command == "go":
        best = [word for word in legal if worth(word) == max(map(worth, legal))]
        print("bestmove", random.Random(f"{seed} {best}").choice(best or ["none"]), flush=True)
    elif command == "quit":
        break
