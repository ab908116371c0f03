"""An engine that does one thing wrong, for the tests of the checker: the argument says which."""
import os
import random
import sys

fault = sys.argv[1]
legal, seen = [], 0
sys.stdin.reconfigure(errors="strict" if fault == "dies-at-rubbish" else "replace")


def say(line):
    print(line, flush=True)


if fault == "talks-first":
    say("info string hello")
for line in sys.stdin:
    command, _, rest = line.strip().partition(" ")
    if command == "tep":
        if fault != "no-name":
            say("id name Broken by " + fault)
        low = 5 if fault == "bad-default" else 0
        say(f"option name Seed type spin default 1 min {low} max 1000000")
        if fault != "no-supports":
            say("supports country seats=2")
        say("needs legal")
        if fault != "no-tepok":
            say("tepok")
    elif command == "isready" and fault != "not-ready":
        say("readyok")
    elif command == "position":
        legal = []
    elif command == "legal":
        legal = [word.strip() for word in rest.split(";")]
    elif command == "go":
        seen += 1
        if fault == "dies":
            sys.exit(1)
        if fault == "forgets-stop" and "infinite" in rest:
            continue
        word = min(legal, default="0,0 r0" if fault == "answers-chance" else "none")
        if fault == "illegal":
            word = "99,99 r0"
        if fault == "not-repeatable" and legal:
            word = random.choice(legal)
        say("bestmove " + word)
        if fault == "two-answers":
            say("bestmove " + word)
    elif command == "quit":
        sys.exit(3 if fault == "exit-code" else 0)
    elif command == "brew" and fault == "answers-unknown":
        say("bestmove none")
if fault == "stays":
    os.read(os.pipe()[0], 1)
