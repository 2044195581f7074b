/** The tray program as the host of the demo: a person clicks, or the demo clicks when no person can. */
import { existsSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { _electron } from 'playwright'
import { resolveElectron, sandboxArguments } from '../electron/resolve.mjs'

const root = path.resolve(import.meta.dirname, '..', '..')

/**
 * @param {object} options
 * @param {string} options.profile
 * @param {NodeJS.ProcessEnv} options.displayEnv
 * @param {boolean} options.clickForThem whether the demo plays the person
 * @param {(line: string) => void} options.say
 * @returns {Promise<import('./scenario.mjs').DemoHost>}
 */
export async function openDesktopHost({ profile, displayEnv, clickForThem, say }) {
  const { executable } = await resolveElectron({ prepare: true, say })
  const before = new Set(['SIGINT', 'SIGTERM', 'SIGHUP'].flatMap((signal) => process.listeners(signal)))
  // Temporary files of Playwright are removed with the profile.
  const temporary = process.env.TMPDIR
  process.env.TMPDIR = profile
  // The client of the demo has no key: the person is asked about its actions, not about the client.
  writeFileSync(path.join(profile, 'settings.json'), JSON.stringify({ version: 1, otherClients: 'allow' }))
  const program = await _electron.launch({
    executablePath: executable,
    args: [...sandboxArguments(), root, '--profile', profile, '--simulator'],
    env: { ...process.env, ...displayEnv },
    timeout: 60_000,
  })
  if (temporary === undefined) delete process.env.TMPDIR
  else process.env.TMPDIR = temporary
  // Playwright would end us at Ctrl-C before the demo has cleaned up.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    for (const listener of process.listeners(signal).filter((each) => !before.has(each))) process.off(signal, listener)
  }
  const isPopUp = (page) => page.url().endsWith('/approval.html')
  const isWindow = (page) => page.url().endsWith('/index.html')
  const popUp = program.windows().find(isPopUp) ?? (await program.waitForEvent('window', isPopUp))
  while (!existsSync(path.join(profile, 'gateway.json'))) await pause(50)

  return {
    async person(decision) {
      if (!clickForThem) return
      const name = decision === 'approve' ? /^Approve once|^仅批准这一次|^批准/ : /^Deny|^拒绝/
      await popUp.getByRole('button', { name }).click()
      say(
        `    (no person is present, so the demo clicked ${decision === 'approve' ? 'Approve' : 'Deny'} in the real pop-up)`,
      )
    },
    async undo() {
      if (!clickForThem) return false
      const window = program.windows().find(isWindow) ?? (await program.waitForEvent('window', isWindow))
      const press = (within, name) => within.getByRole('button', { name }).first().click()
      await press(window.locator('.home-feed'), /^(?:Undo|撤销)/)
      await press(window.getByRole('dialog'), /^(?:Undo|撤销)/)
      await press(window.getByRole('dialog'), /^(?:Close|关闭)/)
      say('    (the demo clicked Undo beside the action in the window)')
      return true
    },
    prompt: clickForThem
      ? '    The approval pop-up is open.'
      : '    The approval pop-up is on your screen: read it and click.',
    close: () => program.close(),
    closed: new Promise((resolve) => program.once('close', resolve)),
  }
}
