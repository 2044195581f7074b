import { defineConfig } from 'vitest/config'
import { alias } from '../../vitest.config.js'

/** Packs, installs and runs the program: a stage of its own, one test after the other. */
export default defineConfig({
  resolve: { alias },
  test: {
    include: ['test/package/**/*.test.ts'],
    globalSetup: 'test/package/pack-once.ts',
    fileParallelism: false,
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
})
