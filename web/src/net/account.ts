// What only the page of the account asks, apart from the rest so that the first page does not carry it.

import type { NewToken, Token, Tokens } from "../wire";
import { ask, json, part } from "./api";

export const account = {
  logout: () => ask("POST", "/api/logout"),
  logoutEverywhere: () => ask("POST", "/api/logout/everywhere"),
  password: (old: string, password: string) => ask("POST", "/api/me/password", { old, password }),
  tokens: () => json<Tokens>("GET", "/api/me/tokens"),
  makeToken: (token: NewToken) => json<Token>("POST", "/api/me/tokens", token),
  endToken: (id: string) => ask("DELETE", `/api/me/tokens/${part(id)}`),
  remove: (password?: string) =>
    ask("DELETE", "/api/me", password === undefined ? {} : { password }),
};
