// People who come together: from a link to a game, a name, an account.

import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { accessible, launch, open, person } from "./browser";

const DESK = { width: 1280, height: 800 };
let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

it("plays against the computer after one click, without being asked anything", async () => {
  const me = await person(browser, DESK);
  const page = await open(me, "/");
  await page.getByRole("button", { name: /play now/i }).click();
  await page.waitForURL(/\/t\//);
  await page.locator("img[src*='/art/tile/']").first().waitFor();
  await me.close();
});

it("brings two people to one table by its link, and starts", async () => {
  const owner = await person(browser, DESK);
  const guest = await person(browser, { width: 390, height: 844, language: "fr" });
  const room = await open(owner, "/new");
  await room.getByRole("button", { name: "Create the table" }).click();
  await room.waitForURL(/\/t\//);
  const link = await room.getByLabel("Link to this table").inputValue();
  expect(await room.getByRole("button", { name: "Start the game" }).isDisabled()).toBe(true);
  await accessible(room);

  const other = await open(guest, "/");
  await other.getByLabel("Coller un lien d’invitation").fill(link);
  await other.getByRole("button", { name: "Rejoindre" }).first().click();
  await other.getByRole("button", { name: "Prendre place" }).click();
  await other.getByText("Tout le monde est là").waitFor();
  await other.getByLabel("Dire quelque chose").fill("Bonjour");
  await other.keyboard.press("Enter");
  await room.getByText("Bonjour").waitFor();

  await room.getByRole("button", { name: "Start the game" }).click();
  for (const page of [room, other]) {
    await page.locator("img[src*='/art/tile/']").first().waitFor();
  }
  await owner.close();
  await guest.close();
});

it("says kindly that a link is wrong", async () => {
  const me = await person(browser, DESK);
  const page = await open(me, "/t/no-such-table");
  await page.getByRole("heading", { name: "This link leads to no table" }).waitFor();
  await me.close();
});

it("turns a guest into an account, and back", async () => {
  const me = await person(browser, DESK);
  const page = await open(me, "/account");
  const name = `Tester ${Date.now() % 1_000_000}`;
  await page.getByRole("textbox", { name: "Name", exact: true }).first().fill(name);
  await page.getByRole("button", { name: "Use this name" }).click();
  await page.getByRole("heading", { level: 1, name }).waitFor();
  const entry = page.getByRole("region", { name: "An account" });
  await entry.getByLabel("Name").fill(name);
  await entry.getByLabel("Password", { exact: true }).fill("a long enough sentence");
  await entry.getByRole("button", { name: "Make an account" }).click();
  await page.getByRole("button", { name: "Log out", exact: true }).click();
  await page.getByText("Log in").first().waitFor();
  const again = page.getByRole("region", { name: "An account" });
  await again.getByText("Log in").first().click();
  await again.getByLabel("Name").fill(name);
  await again.getByLabel("Password", { exact: true }).fill("something else");
  await again.getByRole("button", { name: "Log in" }).click();
  await page.getByText("Name and password do not go together.").waitFor();
  await again.getByLabel("Password", { exact: true }).fill("a long enough sentence");
  await again.getByRole("button", { name: "Log in" }).click();
  await page.getByText(`Welcome back, ${name}.`).waitFor();
  await me.close();
});

it("remembers language and theme", async () => {
  const me = await person(browser, DESK);
  const page = await open(me, "/settings");
  await page.getByText("Français").last().click();
  await page.getByRole("heading", { name: "Réglages" }).waitFor();
  await page.getByText("Sombre", { exact: true }).click();
  await page.reload();
  await page.getByRole("heading", { name: "Réglages" }).waitFor();
  expect(await page.locator("html").getAttribute("data-theme")).toBe("dark");
  await me.close();
});
