import { defineConfig } from '@playwright/test'
import { hasOwnDisplay } from './scripts/machine.mjs'

/**
 * The tests of the real program. Each has its own screen: one at a time on a machine with a display; otherwise three at a
 * time, each on a virtual one (`test/e2e/program.ts`), because each often waits. A failed test is never run again.
 */
export default defineConfig({
  testDir: 'test/e2e',
  outputDir: 'test-results',
  workers: hasOwnDisplay() ? 1 : 3,
  fullyParallel: false,
  retries: 0,
  timeout: 300_000,
  expect: { timeout: 45_000 },
  reporter: 'list',
  forbidOnly: Boolean(process.env.CI),
})
