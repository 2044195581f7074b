/** A page controlled by an attacker, in the real program: every channel, every navigation, every permission. */
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { type GatehouseApi, mayGive, orderNames } from '../../src-main/owner/table/table.js'
import { openAuditLog } from '../../src-main/storage/audit-log.js'
import { expect, launch, test } from './program.js'

declare const gatehouse: GatehouseApi

type Outcome = { readonly channel: string; readonly at: number; readonly said: string }

/** Sends hostile payloads to each channel, past the types and past the preload's own check of names. */
const attack = (page: Page, channels: readonly string[]): Promise<Outcome[]> =>
  page.evaluate(async (names) => {
    const cycle: Record<string, unknown> = {}
    cycle.self = cycle
    const deep = Array.from({ length: 900 }).reduce((inner) => [inner], 1)
    const payloads: unknown[] = [
      null,
      0,
      Number.NaN,
      '',
      '../../etc/passwd',
      [],
      [{}],
      deep,
      cycle,
      new Map([['id', 'x']]),
      new Uint8Array(1_000_000),
      { id: '../../etc/passwd', constructor: {} },
      { id: { toString: 'x' } },
      { id: ['x'] },
      { id: 'x', extra: true },
      { id: 'x'.repeat(1_000_000) },
      { folder: '/proc/self/environ\0' },
      { value: Array.from({ length: 20_000 }, () => 0) },
    ]
    const request = gatehouse.request as (channel: string, payload: unknown) => Promise<{ ok: boolean }>
    const outcomes = []
    // One for all channels: the bridge of the page copies it element by element, which takes longer than all the others.
    const largest = { value: Array.from({ length: 200_000 }, () => 0) }
    for (const [index, channel] of names.entries()) {
      for (const [at, payload] of [...payloads, ...(index === 0 ? [largest] : [])].entries()) {
        // The bridge of the page throws at once for what it can't carry.
        const said = await new Promise<{ ok: boolean }>((resolve) => resolve(request(channel, payload))).then(
          ({ ok }) => (ok ? 'taken' : 'refused'),
          () => 'refused',
        )
        if (said === 'taken') return [...outcomes, { channel, at, said }]
        outcomes.push({ channel, at, said })
      }
    }
    return outcomes
  }, channels)

test('a hostile page gets nothing through any channel', async ({ cleanUp }) => {
  test.slow()
  const program = await launch(cleanUp, ['--simulator'])
  const { electron, window, popUp, profile } = program
  const settings = readFileSync(path.join(profile, 'settings.json'), 'utf8')

  await test.step('malformed requests are refused on every channel', async () => {
    for (const page of [window, popUp]) {
      const outcomes = await attack(page, orderNames)
      expect(outcomes.length).toBeGreaterThan(orderNames.length * 15)
      expect(outcomes.filter(({ said }) => said === 'taken')).toEqual([])
    }
  })

  await test.step('the pop-up gets no response on a channel of the window, nor the window on one of the pop-up, without its preload', async () => {
    const forged = (from: 'approval' | 'index', channels: readonly string[]) =>
      electron.evaluate(
        async ({ BrowserWindow, ipcMain }, [name, asked]) => {
          const sender = BrowserWindow.getAllWindows()
            .map(({ webContents }) => webContents)
            .find((contents) => contents.getURL().includes(name as string))
          const handlers = (
            ipcMain as unknown as { _invokeHandlers: Map<string, (...args: unknown[]) => Promise<unknown>> }
          )._invokeHandlers
          const said: string[] = []
          for (const channel of asked as string[]) {
            const event = { sender, senderFrame: sender?.mainFrame, type: 'frame' }
            const answer = (await handlers.get(channel)?.(event, undefined)) as {
              ok?: boolean
              error?: { code: string }
            }
            if (!handlers.has(channel)) continue
            said.push(answer?.ok ? `${channel} was answered` : (answer?.error?.code ?? 'nothing'))
          }
          return [...new Set(said)]
        },
        [from, channels] as const,
      )
    const notFor = (page: 'window' | 'pop-up') => orderNames.filter((channel) => !mayGive(page, channel))
    expect(await forged('approval', notFor('pop-up'))).toEqual(['PERMISSION.DENIED'])
    expect(await forged('index', notFor('window'))).toEqual(['PERMISSION.DENIED'])
  })

  await test.step('nothing changed, and nothing ran', async () => {
    expect(readFileSync(path.join(profile, 'settings.json'), 'utf8')).toBe(settings)
    const trail = openAuditLog(profile)
    expect(trail.recent(100).filter(({ metadata }) => metadata?.phase === 'intent')).toEqual([])
    trail.close()
    expect(await window.evaluate(async () => (await gatehouse.request('app:info', undefined)).ok)).toBe(true)
  })
})

test('a hostile page reaches no network, file or other page', async ({ cleanUp }) => {
  const { electron, window, popUp } = await launch(cleanUp)
  const reached: string[] = []
  const tcp = createServer((socket) => {
    reached.push('tcp')
    socket.on('error', () => {})
    socket.destroy()
  })
  tcp.listen(0, '127.0.0.1')
  const udp = createSocket('udp4', () => reached.push('udp'))
  udp.bind(0, '127.0.0.1')
  cleanUp.add(tcp, (server) => server.close())
  cleanUp.add(udp, (socket) => socket.close())
  await Promise.all([once(tcp, 'listening'), once(udp, 'listening')])
  const ports = { tcp: (tcp.address() as AddressInfo).port, udp: udp.address().port }

  for (const page of [window, popUp]) {
    await test.step('no network access', async () => {
      await page.evaluate(async ({ tcp: port, udp: stun }) => {
        const url = `http://127.0.0.1:${port}/out`
        const add = (tag: string, attributes: Record<string, string>) => {
          const element = document.createElement(tag)
          for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
          document.body.append(element)
          return element
        }
        const quietly = (work: () => unknown) => {
          try {
            return Promise.resolve(work()).catch(() => undefined)
          } catch {
            return undefined
          }
        }
        await quietly(() => fetch(url, { mode: 'no-cors' }))
        await quietly(() => navigator.sendBeacon(url, 'x'))
        await quietly(() => new WebSocket(url.replace('http', 'ws')))
        await quietly(() => new EventSource(url))
        await quietly(() => new Worker(url))
        await quietly(() => navigator.serviceWorker?.register(url))
        await quietly(() => import(/* @vite-ignore */ url))
        for (const tag of ['img', 'script', 'iframe', 'embed', 'video', 'audio', 'source', 'track', 'portal'])
          add(tag, { src: url })
        add('object', { data: url })
        for (const rel of [
          'stylesheet',
          'prefetch',
          'preload',
          'preconnect',
          'modulepreload',
          'icon',
          'manifest',
          'prerender',
        ]) {
          add('link', { rel, href: url, as: 'fetch' })
        }
        add('div', { style: `background: url(${url})` })
        add('meta', { 'http-equiv': 'refresh', content: `0;url=${url}` })
        ;(add('form', { action: url, method: 'post' }) as HTMLFormElement).submit()
        ;(add('a', { href: url, target: '_blank' }) as HTMLAnchorElement).click()
        ;(add('a', { href: url, download: 'x' }) as HTMLAnchorElement).click()
        ;(add('a', { href: url, ping: url }) as HTMLAnchorElement).click()
        await quietly(() => globalThis.open(url))
        const iceServers = [
          { urls: `stun:127.0.0.1:${stun}` },
          { urls: `turn:127.0.0.1:${port}?transport=tcp`, username: 'secret', credential: 'x' },
          { urls: `turn:127.0.0.1:${stun}`, username: 'secret', credential: 'x' },
        ]
        const peer = new RTCPeerConnection({ iceServers })
        peer.createDataChannel('out')
        const gathered = new Promise((resolve) => {
          peer.addEventListener('icegatheringstatechange', () => peer.iceGatheringState === 'complete' && resolve(null))
        })
        await quietly(async () => peer.setLocalDescription(await peer.createOffer()))
        await Promise.race([gathered, new Promise((resolve) => setTimeout(resolve, 3_000))])
        peer.close()
      }, ports)
      expect(reached).toEqual([])
    })

    await test.step('no outside script, and no other kind of page', async () => {
      const before = page.url()
      const ran = await page.evaluate(async () => {
        const text = 'globalThis.injected = true'
        const found: string[] = []
        const passwords = 'file:///etc/passwd'
        const attempt = async (name: string, work: () => unknown) => {
          try {
            await work()
          } catch {}
          if ('injected' in globalThis) found.push(name)
        }
        const blob = URL.createObjectURL(new Blob([text], { type: 'text/javascript' }))
        await attempt('data import', () => import(/* @vite-ignore */ `data:text/javascript,${text}`))
        await attempt('blob import', () => import(/* @vite-ignore */ blob))
        await attempt('file import', () => import(/* @vite-ignore */ passwords))
        // biome-ignore lint/security/noGlobalEval: that it is refused is what is tested
        await attempt('eval', () => globalThis.eval(text))
        await attempt('function', () => new Function(text)())
        await attempt('timer', () => setTimeout(text as unknown as () => void, 0))
        await attempt('javascript address', () => {
          location.href = `javascript:${text}`
        })
        await attempt('frame', async () => {
          const frame = document.createElement('iframe')
          frame.srcdoc = `<script>parent.${text}</script>`
          document.body.append(frame)
          await new Promise((resolve) => setTimeout(resolve, 200))
        })
        await attempt('worker', () => new Worker(blob))
        return found
      })
      expect(ran).toEqual([])
      expect(page.url()).toBe(before)
    })

    await test.step('the page scheme serves nothing but the built pages', async () => {
      const statuses = await page.evaluate(async () => {
        const places = [
          'app://gatehouse/../../package.json',
          'app://gatehouse/%2e%2e/%2e%2e/package.json',
          'app://gatehouse/..%2f..%2fpackage.json',
          'app://gatehouse/%252e%252e%252fpackage.json',
          'app://gatehouse/..%5c..%5cpackage.json',
          'app://gatehouse//etc/passwd',
          'app://gatehouse/assets/..%2f..%2fmain.cjs',
          'app://gatehouse/index.html%00.js',
          'app://gatehouse/.',
          'app://gatehouse/%ff',
          'app://other/index.html',
          'app://gatehouse.evil/index.html',
          'app://gatehouse@evil/index.html',
          'file:///etc/passwd',
        ]
        const said = await Promise.all(
          places.map((place) =>
            fetch(place).then(
              ({ status }) => `${status}`,
              () => 'blocked',
            ),
          ),
        )
        const posted = await fetch('app://gatehouse/index.html', { method: 'POST', body: 'x' }).then(
          ({ status }) => `${status}`,
        )
        return [...new Set([...said, posted])].sort()
      })
      expect(statuses.filter((said) => said !== '404' && said !== 'blocked')).toEqual([])
    })

    await test.step('no permission', async () => {
      const names = [
        'camera',
        'microphone',
        'geolocation',
        'midi',
        'notifications',
        'clipboard-read',
        'clipboard-write',
        'idle-detection',
        'local-fonts',
        'window-management',
        'storage-access',
        'screen-wake-lock',
      ]
      const states = await page.evaluate(
        (asked) =>
          Promise.all(
            asked.map((name) =>
              navigator.permissions.query({ name: name as PermissionName }).then(
                ({ state }) => (state === 'denied' ? 'denied' : `${name} ${state}`),
                () => 'denied',
              ),
            ),
          ),
        names,
      )
      expect([...new Set(states)]).toEqual(['denied'])
    })
  }
  expect(reached).toEqual([])
  const contents = await electron.evaluate(({ webContents }) =>
    webContents.getAllWebContents().map((one) => one.getType()),
  )
  expect(contents).toEqual(['window', 'window'])
})
