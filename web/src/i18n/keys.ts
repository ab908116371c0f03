// The keys of all messages, from the English files. A new area needs a line here.

import type common from "../../messages/en/common.json";
import type errors from "../../messages/en/errors.json";
import type home from "../../messages/en/home.json";
import type engine from "../../messages/en/engine.json";
import type study from "../../messages/en/study.json";
import type create from "../../messages/en/create.json";
import type lobby from "../../messages/en/lobby.json";
import type room from "../../messages/en/room.json";
import type replay from "../../messages/en/replay.json";
import type account from "../../messages/en/account.json";
import type settings from "../../messages/en/settings.json";
import type options from "../../messages/en/options.json";
import type table from "../../messages/en/table.json";
import type rules from "../../messages/en/rules.json";
import type learn from "../../messages/en/learn.json";
import type log from "../../messages/en/log.json";
import type local from "../../messages/en/local.json";
import type fair from "../../messages/en/fair.json";
import type club from "../../messages/en/club.json";
import type seek from "../../messages/en/seek.json";
import type inbox from "../../messages/en/inbox.json";
import type reader from "../../messages/en/reader.json";
import type people from "../../messages/en/people.json";
import type phrases from "../../../content/phrases/en.json";

interface Areas {
  common: typeof common;
  errors: typeof errors;
  home: typeof home;
  create: typeof create;
  engine: typeof engine;
  study: typeof study;
  lobby: typeof lobby;
  room: typeof room;
  replay: typeof replay;
  account: typeof account;
  settings: typeof settings;
  options: typeof options;
  table: typeof table;
  rules: typeof rules;
  learn: typeof learn;
  log: typeof log;
  local: typeof local;
  fair: typeof fair;
  club: typeof club;
  inbox: typeof inbox;
  reader: typeof reader;
  people: typeof people;
  phrases: typeof phrases;
  seek: typeof seek;
}

/** `area.key`, as `home.play`. */
export type Key = { [A in keyof Areas]: `${A}.${keyof Areas[A] & string}` }[keyof Areas];
