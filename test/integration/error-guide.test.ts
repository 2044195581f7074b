import { errorCatalogue } from '@contract/error-catalogue.js'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { errorGuide } from '../../src-main/network/http/error-guide.js'
import { type HttpListener, openHttpListener } from '../../src-main/network/http/http-listener.js'
import { FakeClock } from '../fakes/fake-clock.js'
import { RecordingLog } from '../fakes/recording-log.js'

let listener: HttpListener
beforeEach(async () => {
  const keys = { authenticate: () => ({ ok: false, why: 'unknown' }) as const }
  listener = await openHttpListener({
    port: 0,
    keys,
    clock: new FakeClock(),
    routes: [errorGuide()],
    log: new RecordingLog(),
  })
})
afterEach(() => listener.close())

describe('the error guide', () => {
  // verifies: errors
  it('is where the documentation of an error points, and is read without a token', async () => {
    const refused = await (await fetch(`${listener.endpoint}/elsewhere`)).json()
    const { documentation, code } = (refused as { error: { documentation: string; code: string } }).error
    expect(documentation).toBe(`${listener.endpoint}/errors#${code}`)
    const page = await fetch(documentation)
    expect(page.status).toBe(200)
    expect(await page.text()).toContain(`id="${code}"`)
  })

  it('explains every code there is', async () => {
    const page = await (await fetch(`${listener.endpoint}/errors`)).text()
    for (const code of Object.keys(errorCatalogue)) expect(page).toContain(`<h2 id="${code}">`)
  })

  it('runs no script, and accepts no POST', async () => {
    const page = await fetch(`${listener.endpoint}/errors`)
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect((await fetch(`${listener.endpoint}/errors`, { method: 'POST' })).status).toBe(405)
  })

  it('rejects pages of other origins', async () => {
    const page = await fetch(`${listener.endpoint}/errors`, { headers: { origin: 'https://evil.example' } })
    expect(page.status).toBe(403)
  })
})
