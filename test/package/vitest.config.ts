import { defineConfig } from 'vitest/config'

/** Packs, installs and runs the program: a stage of its own, one test after the other. */
export default defineConfig({
  test: {
    include: ['test/package/**/*.test.ts'],
    globalSetup: 'test/package/pack-once.ts',
    fileParallelism: false,
    testTimeout: 90_000,
    hookTimeout: 150_000,
  },
})
