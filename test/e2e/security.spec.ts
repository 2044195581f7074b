import path from 'node:path'
import type { Page } from '@playwright/test'
import type { GatehouseApi } from '../../src-main/owner/table/table.js'
import { callTool, connectClient, dist } from '../fixtures/programs.js'
import { expect, launch, type Program, test } from './program.js'

declare const gatehouse: GatehouseApi

/** Electron's security checklist, item by item, on the running program. */
// verifies: invariant 7
test('each page can do only what it needs', async ({ cleanUp }) => {
  const program = await launch(cleanUp)
  const { electron, window, popUp } = program

  await test.step('every window is isolated, sandboxed and without Node', async () => {
    const preferences = await electron.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows().map(({ webContents }) =>
        (webContents as unknown as { getLastWebPreferences(): object }).getLastWebPreferences(),
      ),
    )
    expect(preferences).toHaveLength(2)
    for (const preference of preferences) {
      expect(preference).toMatchObject({
        contextIsolation: true,
        sandbox: true,
        nodeIntegration: false,
        nodeIntegrationInSubFrames: false,
        webSecurity: true,
        webviewTag: false,
        allowRunningInsecureContent: false,
        experimentalFeatures: false,
      })
    }
    for (const page of [window, popUp]) {
      expect(await page.evaluate(() => [typeof globalThis.require, typeof globalThis.process])).toEqual([
        'undefined',
        'undefined',
      ])
      expect(await page.evaluate(() => Object.keys(gatehouse).sort())).toEqual(['request', 'subscribe'])
      // Nothing else of the preload, of Electron or of Node is within reach.
      const strange = await page.evaluate(() => {
        const frame = document.createElement('iframe')
        document.body.append(frame)
        const usual = new Set(Object.getOwnPropertyNames(frame.contentWindow))
        frame.remove()
        return Object.getOwnPropertyNames(globalThis).filter((name) => !usual.has(name) && Number.isNaN(Number(name)))
      })
      expect(strange.filter((name) => /electron|ipc|node|require|process|module|buffer/iu.test(name))).toEqual([])
      expect(strange).toContain('gatehouse')
    }
  })

  await test.step('permissions are refused', async () => {
    const answer = await window.evaluate(async () => [
      await Notification.requestPermission(),
      await navigator.mediaDevices.getUserMedia({ audio: true }).then(
        () => 'granted',
        () => 'refused',
      ),
      await new Promise((resolve) =>
        navigator.geolocation.getCurrentPosition(
          () => resolve('granted'),
          ({ code }) => resolve(code),
        ),
      ),
      await navigator.clipboard.readText().then(
        () => 'granted',
        () => 'refused',
      ),
    ])
    // 1: permission denied.
    expect(answer).toEqual(['denied', 'refused', 1, 'refused'])
  })

  await test.step('an injected script does not run', async () => {
    const ran = await window.evaluate(() => {
      const script = document.createElement('script')
      script.textContent = 'globalThis.injected = true'
      document.body.append(script)
      return 'injected' in globalThis
    })
    expect(ran).toBe(false)
    const evaluated = await window.evaluate(() => {
      const button = document.createElement('button')
      button.setAttribute('onclick', 'globalThis.injected = true')
      document.body.append(button)
      button.click()
      button.remove()
      return 'injected' in globalThis
    })
    expect(evaluated).toBe(false)
  })

  await test.step('a style sheet is loaded only from our files or with the nonce of this load', async () => {
    const paint = (nonce?: string) =>
      window.evaluate((given) => {
        const sheet = document.createElement('style')
        if (given !== undefined) sheet.nonce = given
        sheet.textContent = 'body { outline-offset: 7px }'
        document.head.append(sheet)
        const taken = getComputedStyle(document.body).outlineOffset === '7px'
        sheet.remove()
        return taken
      }, nonce)
    const nonceOf = (page: Page) =>
      page.evaluate(() => document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '')
    const nonce = await nonceOf(window)
    expect(nonce).toMatch(/^[A-Za-z0-9+/]{22}==$/u)
    expect(await window.evaluate(() => Reflect.get(globalThis, '__webpack_nonce__'))).toBe(nonce)
    expect(await nonceOf(popUp)).not.toBe(nonce)
    expect(await paint()).toBe(false)
    expect(await paint('guessed')).toBe(false)
    expect(await paint(nonce)).toBe(true)
  })

  await test.step('no page may be embedded, and nothing of the network is reached', async () => {
    const reached = await window.evaluate(async () => {
      const webview = document.createElement('webview')
      webview.setAttribute('src', 'https://example.com/')
      document.body.append(webview)
      const isPlain = !('getWebContentsId' in webview)
      webview.remove()
      const fetched = await fetch('https://example.com/').then(
        () => 'reached',
        () => 'blocked',
      )
      return { isPlain, fetched }
    })
    expect(reached).toEqual({ isPlain: true, fetched: 'blocked' })
  })

  await test.step('a page can neither leave, nor open a window, nor embed a page', async () => {
    const before = window.url()
    await window.evaluate(() => {
      location.href = 'https://example.com/'
      const frame = document.createElement('iframe')
      frame.src = 'https://example.com/'
      document.body.append(frame)
    })
    expect(await window.evaluate(() => globalThis.open('https://example.com/'))).toBeNull()
    expect(window.url()).toBe(before)
    expect(electron.windows()).toHaveLength(2)
  })

  await test.step('the page scheme serves nothing but the built pages', async () => {
    const statuses = await window.evaluate(() =>
      Promise.all(
        ['../main.cjs', '%2e%2e%2fmain.cjs', '..%5cmain.cjs', '%00', 'assets/', 'none.js'].map((file) =>
          fetch(`app://gatehouse/${file}`).then(({ status }) => status),
        ),
      ),
    )
    expect(statuses).toEqual([404, 404, 404, 404, 404, 404])
  })

  await test.step('another window with our preload gets no response', async () => {
    expect(await askFromForeignWindow(program)).toContain('Refused')
  })

  await test.step('a frame inside our own page gets no response', async () => {
    const answer = await electron.evaluate(
      async ({ BrowserWindow }, preload) => {
        const host = new BrowserWindow({ show: false, webPreferences: { preload, nodeIntegrationInSubFrames: true } })
        try {
          await host.loadURL('data:text/html,<iframe src="app://gatehouse/index.html"></iframe>')
          const frames = host.webContents.mainFrame.frames
          return await Promise.all(
            frames.map((frame) =>
              frame
                .executeJavaScript(
                  "'gatehouse' in window ? gatehouse.request('app:info').then(JSON.stringify, (error) => error.message) : 'nothing'",
                )
                .catch((error: Error) => error.message),
            ),
          )
        } finally {
          host.destroy()
        }
      },
      path.join(dist, 'window-preload.cjs'),
    )
    for (const said of answer) expect(said).toMatch(/Refused|nothing|destroyed|disposed/u)
  })

  await test.step('a request of the wrong shape or name is refused', async () => {
    expect(await tryRequest(window, 'approvals:decide', { id: 7, decision: 'approve' })).toContain('Refused')
    expect(await tryRequest(window, 'settings:change', { servers: [] })).toContain('Refused')
    expect(await tryRequest(window, 'shell:run', {})).toContain('No such channel')
  })

  await test.step('each page has its own channels, and the pop-up none that is for the window', async () => {
    expect(await tryRequest(popUp, 'settings:change', { criticalQuorum: 1 })).toContain('No such channel')
    expect(await tryRequest(popUp, 'clients:list', undefined)).toContain('No such channel')
    expect(await tryRequest(window, 'pop-up:resize', { height: 1 })).toContain('No such channel')
  })
})

// verifies: invariant 6
test('an approval is accepted from the pop-up only, and not immediately', async ({ cleanUp }) => {
  const program = await launch(cleanUp, ['--simulator'])
  const { client } = await connectClient(cleanUp, program.profile)
  // As soon as the page knows of it: a busy machine would look later than the second for which it is locked.
  const tooEarly = await program.popUp.evaluateHandle(() => {
    const said = new Promise((resolve) => {
      gatehouse.subscribe('approvals:changed', ([asked]) => {
        if (asked) resolve(gatehouse.request('approvals:decide', { id: asked.id, decision: 'approve' }))
      })
    })
    return { said }
  })
  const answer = callTool(client, 'world_time_set', { worldName: 'world', time: 13_000 })
  expect(await tooEarly.evaluate(({ said }) => said)).toMatchObject({
    ok: false,
    error: { code: 'RISK.APPROVAL_TOO_QUICK' },
  })

  const approve = (page: Page) =>
    page.evaluate(async () => {
      const open = await gatehouse.request('approvals:list', undefined)
      const id = open.ok ? open.value[0]?.id : undefined
      return gatehouse.request('approvals:decide', { id: id ?? '', decision: 'approve' })
    })
  await expect(program.popUp.getByRole('button', { name: 'Approve once' })).toBeEnabled()
  expect(await approve(program.window)).toMatchObject({ ok: false })
  await program.popUp.getByRole('button', { name: 'Deny' }).click()
  expect(await answer).toMatchObject({ success: false })
})

const tryRequest = (page: Page, channel: string, payload: unknown): Promise<string> =>
  page.evaluate(
    ([name, sent]) =>
      (gatehouse.request as (name: unknown, sent: unknown) => Promise<unknown>)(name, sent).then(
        (answer) => JSON.stringify(answer),
        (error: Error) => error.message,
      ),
    [channel, payload],
  )

const askFromForeignWindow = ({ electron }: Program): Promise<string> =>
  electron.evaluate(
    async ({ BrowserWindow }, preload) => {
      const foreign = new BrowserWindow({ show: false, webPreferences: { preload } })
      try {
        await foreign.loadURL('data:text/html,<p>foreign</p>')
        return await foreign.webContents.executeJavaScript(
          "gatehouse.request('app:info').then((info) => JSON.stringify(info), (error) => error.message)",
        )
      } finally {
        foreign.destroy()
      }
    },
    path.join(dist, 'window-preload.cjs'),
  )
