import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/{unit,contract,integration,arch}/**/*.test.{ts,mjs}'],
    globalSetup: 'test/fixtures/build-schema-worker.ts',
    testTimeout: 20_000,
    hookTimeout: 30_000,
    maxWorkers: 2,
    restoreMocks: true,
  },
})
