import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { configDefaults, defineConfig } from 'vitest/config'

const folder = (name: string): string => path.join(import.meta.dirname, 'src-main', name)

/** The import aliases of tsconfig.json, for every kind of tests. */
export const alias = { '@contract': folder('contract'), '@shared': folder('shared') }

const folders = ['test/unit', 'test/contract', 'test/arch', 'agents/kit/test', 'test/integration', 'test/attacks']

/** Files that replace modules or the environment; they can't share modules with others. */
const own = folders
  .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`))
  .filter((file) => /\.test\.(?:ts|mjs)$/u.test(file))
  .filter((file) => /vi\.(?:do)?mock\(|@vitest-environment/iu.test(readFileSync(file, 'utf8')))
  .map((file) => file.replaceAll('\\', '/'))

/**
 * Two projects. The files of `shared` run in one process for each worker and load a module once, because loading would
 * take most of their time. The files of `own` have a process each.
 *
 * A test that fails is never run again: a flaky test is a fault in the test or in the program.
 */
export default defineConfig({
  resolve: { alias },
  test: {
    globalSetup: 'test/fixtures/build-workers.ts',
    // These end a test that hangs: one step of a test may wait 45 s (`until`), and most take several.
    testTimeout: 300_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 45_000 } },
    maxWorkers: 2,
    retry: 0,
    restoreMocks: true,
    unstubGlobals: true,
    unstubEnvs: true,
    projects: [
      {
        extends: true,
        test: {
          name: 'shared',
          include: folders.map((folder) => `${folder}/**/*.test.{ts,mjs}`),
          exclude: [...configDefaults.exclude, ...own],
          isolate: false,
        },
      },
      { extends: true, test: { name: 'own', include: own } },
    ],
  },
})
