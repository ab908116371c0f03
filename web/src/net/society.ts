// People among each other, over HTTP: whom I follow and block, challenges, reports, moderation. Apart
// from the rest of the interface, so that the first page does not carry it.

import type {
  AdminPeople,
  AdminPerson,
  AdminReports,
  AdminSettings,
  AdminState,
  Announcements,
  Bots,
  Challenge,
  Challenges,
  DeedLog,
  DeedRow,
  MadeBot,
  Moderation,
  NewAnnouncement,
  NewDeed,
  NewReport,
  BotOffers,
  Relation,
  Relations,
  TableConfig,
  TableTalk,
  Tie,
} from "../wire";
import { ask, json, part } from "./api";

const relation = (person: string): string => `/api/me/relations/${part(person)}`;

export const society = {
  talk: (table: string) => json<TableTalk>("GET", `/api/tables/${part(table)}/talk`),
  relations: () => json<Relations>("GET", "/api/me/relations"),
  relation: (person: string) => json<Relation>("GET", relation(person)),
  /** What I want of somebody; nothing ends what I wanted before. */
  tie: (person: string, tie?: Tie) =>
    tie === undefined
      ? json<Relation>("DELETE", relation(person))
      : json<Relation>("PUT", relation(person), { tie }),

  challenges: () => json<Challenges>("GET", "/api/challenges"),
  challengeOf: (id: string) => json<Challenge>("GET", `/api/challenges/${part(id)}`),
  challenge: (rival: string, config: TableConfig) =>
    json<Challenge>("POST", "/api/challenges", { rival, config }),
  accept: (id: string) => json<Challenge>("POST", `/api/challenges/${part(id)}/accept`),
  decline: (id: string) => json<Challenge>("POST", `/api/challenges/${part(id)}/decline`),

  report: (report: NewReport) => ask("POST", "/api/reports", report),
  moderation: () => json<Moderation>("GET", "/api/me/moderation"),
  appeal: (id: number, words: string) =>
    json<Moderation>("POST", `/api/me/moderation/${id}/appeal`, { words }),
  /** Of somebody who is shut out: without words it only reads why. */
  appealOfBanned: (name: string, password: string, words: string) =>
    json<Moderation>("POST", "/api/appeals", { name, password, words }),
};

export const admin = {
  state: () => json<AdminState>("GET", "/api/admin"),
  prove: (password: string) => ask("POST", "/api/admin/proof", { password }),
  reports: () => json<AdminReports>("GET", "/api/admin/reports"),
  people: (like: string) => json<AdminPeople>("GET", `/api/admin/people?like=${part(like)}`),
  person: (id: string) => json<AdminPerson>("GET", `/api/admin/people/${part(id)}`),
  deeds: (query: string) => json<DeedLog>("GET", `/api/admin/deeds?${query}`),
  act: (deed: NewDeed) => json<DeedRow>("POST", "/api/admin/deeds", deed),
  announcements: () => json<Announcements>("GET", "/api/announcements"),
  announce: (said: NewAnnouncement) =>
    json<Announcements>("POST", "/api/admin/announcements", said),
  withdraw: (id: number) => json<Announcements>("DELETE", `/api/admin/announcements/${id}`),
  settings: () => json<AdminSettings>("GET", "/api/admin/settings"),
};

export const bots = {
  here: () => json<BotOffers>("GET", "/api/bots"),
  mine: () => json<Bots>("GET", "/api/me/bots"),
  make: (name: string) => json<MadeBot>("POST", "/api/me/bots", { name }),
  renew: (id: string) => json<MadeBot>("POST", `/api/me/bots/${part(id)}/token`),
  remove: (id: string) => ask("DELETE", `/api/me/bots/${part(id)}`),
};
