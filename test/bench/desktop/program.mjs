/**
 * The real program for the desktop benchmark: launched with a profile of its own, its windows, and its measurements.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { _electron } from 'playwright'
import { resolveElectron, sandboxArguments } from '../../../scripts/electron/resolve.mjs'

const root = path.resolve(import.meta.dirname, '../../..')

/** @param {string} main what Electron runs */
export async function launch(main = root, args = []) {
  const { executable } = await resolveElectron({ prepare: true, say: () => {} })
  const profile = mkdtempSync(path.join(os.tmpdir(), 'gatehouse-bench-'))
  // A profile that has finished the first steps.
  writeFileSync(path.join(profile, 'settings.json'), JSON.stringify({ version: 1, welcomed: true }), { mode: 0o600 })
  const began = performance.now()
  const electron = await _electron.launch({
    executablePath: executable,
    args: [...sandboxArguments(), main, '--profile', profile, ...args],
    env: { ...process.env, LANG: 'en_US.UTF-8', LANGUAGE: 'en' },
  })
  return {
    electron,
    profile,
    began,
    async page(name) {
      const isIt = (page) => page.url().includes(name)
      return electron.windows().find(isIt) ?? electron.waitForEvent('window', isIt)
    },
    async close() {
      await electron.close()
      rmSync(profile, { recursive: true, force: true })
    },
  }
}

/** Milliseconds from the start of the process to a window that has painted what `selector` names. */
export async function timeToWindow(main, name, selector) {
  const program = await launch(main)
  const page = await program.page(name)
  await page.waitForSelector(selector)
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
  const milliseconds = performance.now() - program.began
  await program.close()
  return milliseconds
}

/** Mebibytes, after both have collected their garbage. */
export async function memoryOf({ electron }, page) {
  const session = await page.context().newCDPSession(page)
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  await session.detach()
  const main = await electron.evaluate(async ({ app, BrowserWindow }) => {
    const ours = BrowserWindow.getAllWindows().find((one) => one.webContents.getURL().includes('index'))
    const pid = ours?.webContents.getOSProcessId()
    const { heapUsed } = process.memoryUsage()
    const of = (id) => app.getAppMetrics().find((metric) => metric.pid === id)?.memory.workingSetSize ?? 0
    return { heap: heapUsed / 2 ** 20, resident: of(process.pid) / 1024, window: of(pid) / 1024 }
  })
  return {
    mainHeap: main.heap,
    mainResident: main.resident,
    windowHeap: usedSize / 2 ** 20,
    windowResident: main.window,
  }
}

/** Adds the servers, waits until they are there, and accepts what they offer, as a person would. */
export async function addServers(page, addresses, token) {
  await page.evaluate(
    async ({ addresses: all, token: secret }) => {
      const { gatehouse } = window
      for (const [index, address] of all.entries()) {
        await gatehouse.request('servers:add', {
          server: { name: `Server ${index}`, address },
          secrets: { token: secret },
        })
      }
      for (const began = Date.now(); Date.now() - began < 60_000; ) {
        const { value: known } = await gatehouse.request('servers:list')
        const offers = new Map(known.offers.map(({ digest, text }) => [digest, JSON.parse(text)]))
        const servers = known.servers.map((one) => ({ ...one, ...offers.get(one.offer) }))
        for (const { id, quarantined = [] } of servers) {
          const actions = quarantined.map((one) => ({ id: one.offered.id, fingerprint: one.fingerprint }))
          if (actions.length > 0) await gatehouse.request('servers:choose', { id, choice: 'usual', actions })
        }
        if (servers.length === all.length && servers.every((one) => one.capabilities.length >= 3)) return
        await new Promise((resolve) => setTimeout(resolve, 100))
      }
      throw new Error('The servers did not come.')
    },
    { addresses, token },
  )
}
