// An expansion that the client has never heard of: it is made up for the tests, and has no pictures
// and no texts. The program that is built with the other tests has it, and no release.

import { expect, test } from "@playwright/test";
import { brokenPictures, finalPoints, person } from "./kit";
import { tableFrom, wholeRecord, withoutLast } from "./played";
import { playQuickly } from "./robot";
import { TestServer } from "./server";

const ALL = "river,inns,traders,count,cult,abbot,trial";

let server: TestServer;
test.beforeAll(async () => {
  server = await TestServer.start();
});
test.afterAll(async () => server.stop());

test("a game with an unknown expansion is shown and played to its end", async ({ browser }) => {
  const { page, leave, wrong } = await person(browser, server);
  const id = await tableFrom(page, withoutLast(wholeRecord({ expansions: ALL, seed: 3 }), 16));
  await page.goto(`/t/${id}`);
  await page.locator("section [role=group]").waitFor();
  const { asks, over } = await playQuickly(page, 5);
  expect(over).toBe(true);
  expect(asks).toEqual(expect.arrayContaining(["lay", "figure", "beast"]));
  expect(await finalPoints(page)).toHaveLength(2);
  expect(await brokenPictures(page)).toEqual([]);
  await leave();
  expect(wrong).toEqual([]);
});
