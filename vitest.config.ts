import { defineConfig } from 'vitest/config'

/** In CI, where a machine may stall, a test that failed runs once more; the last lines of `npm test` name it. */
export default defineConfig({
  test: {
    include: ['test/{unit,contract,integration,arch,attacks}/**/*.test.{ts,mjs}'],
    globalSetup: 'test/fixtures/build-schema-worker.ts',
    testTimeout: 20_000,
    hookTimeout: 30_000,
    maxWorkers: 2,
    retry: process.env.CI ? 1 : 0,
    restoreMocks: true,
  },
})
