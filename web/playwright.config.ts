import { defineConfig } from "@playwright/test";

// Debian's own browser: nothing is downloaded.
const executablePath = process.env["CHROMIUM"] ?? "/usr/bin/chromium";

export default defineConfig({
  testDir: "e2e",
  // Whole games take a while on two cores.
  timeout: 240_000,
  expect: { timeout: 15_000 },
  // A server and a browser for each file: two at once keep two cores busy.
  workers: 2,
  fullyParallel: false,
  forbidOnly: Boolean(process.env["CI"]),
  // Games differ on each run, for the draws do: one more try tells chance from fault.
  retries: 1,
  reporter: [["list"]],
  use: {
    launchOptions: { executablePath, args: ["--no-sandbox"] },
    viewport: { width: 1440, height: 900 },
    locale: "en-GB",
    actionTimeout: 15_000,
    screenshot: "only-on-failure",
    trace: "off",
  },
});
