// Tests in a real browser against a real server: TRENCAVEL_SERVER says where it listens, CHROMIUM
// where the browser is.
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["e2e/**/*.test.ts"],
    // One browser, one page after the other: the tests watch real time.
    fileParallelism: false,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
