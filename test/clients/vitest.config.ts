import { defineConfig } from 'vitest/config'
import { alias } from '../../vitest.config.js'

/** AI clients of others against the built program: a stage of its own. */
export default defineConfig({
  resolve: { alias },
  test: {
    include: ['test/clients/**/*.test.ts'],
    testTimeout: 240_000,
    hookTimeout: 120_000,
    maxWorkers: 2,
    // Each step has a gateway, a client and a model of its own; one of them waits until the client gives up.
    maxConcurrency: 3,
  },
})
