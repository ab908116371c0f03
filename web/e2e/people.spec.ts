// Accounts: a guest becomes somebody, leaves, and comes back.

import { expect, test } from "@playwright/test";
import { person, say } from "./kit";
import { TestServer } from "./server";

let server: TestServer;
test.beforeAll(async () => {
  server = await TestServer.start();
});
test.afterAll(async () => server.stop());

test("a guest makes an account, logs out and in, with a wrong password first", async ({
  browser,
}) => {
  const { page, leave, wrong } = await person(browser, server, { expected: /status of 4\d\d/ });
  await page.goto("/account");
  await page.locator("#guest-name").fill("Esclarmonde");
  await page.getByRole("button", { name: "Use this name" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Esclarmonde" })).toBeVisible();
  const entry = page.getByRole("region", { name: "An account" });
  await entry.getByLabel("Name").fill("Esclarmonde");
  await entry.getByLabel("Password", { exact: true }).fill("a long enough sentence");
  await entry.getByRole("button", { name: "Create an account" }).click();
  await page.getByRole("button", { name: "Log out", exact: true }).click();
  await entry.getByText("Log in").first().click();
  await entry.getByLabel("Name").fill("Esclarmonde");
  await entry.getByLabel("Password", { exact: true }).fill("something else");
  await entry.getByRole("button", { name: "Log in" }).click();
  await expect(page.getByText("Name and password do not go together.")).toBeVisible();
  await entry.getByLabel("Password", { exact: true }).fill("a long enough sentence");
  await entry.getByRole("button", { name: "Log in" }).click();
  await expect(page.getByText("Welcome back, Esclarmonde.")).toBeVisible();
  await leave();
  expect(wrong).toEqual([]);
});

test("tokens of programs are made, listed with what they may do, and ended", async ({
  browser,
}) => {
  const { page, leave, wrong } = await person(browser, server, {});
  await page.goto("/account");
  const entry = page.getByRole("region", { name: "An account" });
  await entry.getByLabel("Name").fill("Azalaïs");
  await entry.getByLabel("Password", { exact: true }).fill("a long enough sentence");
  await entry.getByRole("button", { name: "Create an account" }).click();
  const programs = page.getByRole("region", { name: "For programs" });
  await programs.getByLabel("Name of the program").fill("Statistics");
  await programs.getByRole("switch", { name: /Play/ }).uncheck();
  await programs.getByRole("button", { name: "Create a token" }).click();
  const token = (await programs.locator("code").textContent()) ?? "";
  expect(token).toMatch(/^[0-9a-f]{64}$/);
  const row = programs.getByRole("listitem");
  await expect(row).toContainText("Read · not used yet");
  const bearer = { authorization: `Bearer ${token}` };
  const may = async (method: string, path: string): Promise<number> =>
    (await fetch(`${server.url}${path}`, { method, headers: bearer })).status;
  expect(await may("GET", "/api/me")).toBe(200);
  expect(await may("POST", "/api/me/tokens")).toBe(403);
  await programs.getByRole("button", { name: "End the token “Statistics”" }).click();
  await expect(row).toHaveCount(0);
  expect(await may("GET", "/api/me")).toBe(401);
  await leave();
  expect(wrong).toEqual([]);
});

test("where accounts are made by invitation alone, nobody is offered one", async ({ browser }) => {
  await server.stop();
  server = await TestServer.start(["--accounts", "invited"]);
  const { page, leave, wrong } = await person(browser, server);
  await page.goto("/account");
  const entry = page.getByRole("region", { name: "An account" });
  await expect(entry).toContainText(say("en", "account.entry.invited"));
  await expect(entry.getByRole("button", { name: "Log in" })).toBeVisible();
  // There is no mail here either: no link could be sent.
  await expect(entry.getByText(say("en", "inbox.reset.ask"))).toHaveCount(0);
  await page.goto("/account?invite=abc");
  await expect(entry.getByRole("button", { name: "Create an account" })).toBeVisible();
  await leave();
  expect(wrong).toEqual([]);
});
