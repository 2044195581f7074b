/** Browser: a separate browser, as on a phone or in a streaming program, independent of the program under test. */
import path from 'node:path'
import { _electron, type Page } from '@playwright/test'
import { resolveElectron, sandboxArguments } from '../../scripts/electron/resolve.mjs'
import type { CleanUp } from '../fixtures/programs.js'
import { patienceMs } from './program.js'

/** @param script of this folder that opens the window @param given the last argument of the script */
export async function browse(
  cleanUp: CleanUp,
  script: 'overlay-browser.cjs' | 'phone-browser.cjs' | 'pop-up-browser.cjs',
  given: readonly string[],
  language = 'en-GB',
): Promise<Page> {
  const { executable } = await resolveElectron({ prepare: true, say: () => {} })
  const electron = cleanUp.add(
    await _electron.launch({
      executablePath: executable,
      timeout: patienceMs,
      args: [
        ...sandboxArguments(),
        `--user-data-dir=${cleanUp.folder()}`,
        `--lang=${language}`,
        path.join(import.meta.dirname, script),
        ...given,
      ],
      env: {
        ...(process.env as Record<string, string>),
        LANG: `${language.replace('-', '_')}.UTF-8`,
        LANGUAGE: language,
      },
    }),
    (running) => running.close(),
  )
  electron.context().setDefaultTimeout(patienceMs)
  return electron.firstWindow({ timeout: patienceMs })
}
