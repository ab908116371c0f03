// What waits for me and how I am told, as the server has it.

import { ask, json, part } from "../net/api";
import type {
  MyAddress,
  MyCalendar,
  MyLeave,
  MyNotices,
  MyProfile,
  MyTurns,
  PushBrowser,
  Reach,
  SetLeave,
  Want,
} from "../wire";

export const inbox = {
  turns: () => json<MyTurns>("GET", "/api/me/turns"),
  notices: (before?: number) =>
    json<MyNotices>("GET", `/api/me/notices${before === undefined ? "" : `?before=${before}`}`),
  seen: (upTo: number) => ask("POST", "/api/me/notices/seen", { up_to: upTo }),
  reach: () => json<Reach>("GET", "/api/me/wants"),
  want: (wants: Want[]) => ask("PUT", "/api/me/wants", { wants }),
  leave: () => json<MyLeave>("GET", "/api/me/leave"),
  setLeave: (leave: SetLeave) => json<MyLeave>("PUT", "/api/me/leave", leave),
  profile: () => json<MyProfile>("GET", "/api/me/profile"),
  setProfile: (profile: MyProfile) => ask("PUT", "/api/me/profile", profile),
  subscribe: (browser: PushBrowser) => ask("POST", "/api/me/push", browser),
  unsubscribe: (endpoint: string) => ask("DELETE", "/api/me/push", { endpoint }),
  /** Another address needs the password. */
  setAddress: (address: string, digest?: number, password?: string) =>
    json<MyAddress>("PUT", "/api/me/address", {
      address,
      ...(digest === undefined ? {} : { digest }),
      ...(password === undefined ? {} : { password }),
    }),
  dropAddress: () => ask("DELETE", "/api/me/address"),
  calendar: () => json<MyCalendar>("POST", "/api/me/calendar"),
  endCalendar: () => ask("DELETE", "/api/me/calendar"),
  askReset: (address: string) => ask("POST", "/api/reset", { address }),
  reset: (key: string, password: string) => ask("POST", `/api/reset/${part(key)}`, { password }),
  confirm: (key: string) => ask("POST", `/api/confirm/${part(key)}`),
  endMail: (key: string) => ask("POST", `/api/mail/end/${part(key)}`),
  page: async (name: string) => (await ask("GET", `/api/pages/${part(name)}`)).text(),
};
