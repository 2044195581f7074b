import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { errorCatalogue } from '../../src-main/contract/error-catalogue.js'
import { type HttpDoor, openHttpDoor } from '../../src-main/http/door.js'
import { errorGuide } from '../../src-main/http/error-guide.js'
import { FakeClock } from '../fakes/fake-clock.js'
import { RecordingLog } from '../fakes/recording-log.js'

let door: HttpDoor
beforeEach(async () => {
  const keys = { authenticate: () => ({ ok: false, why: 'unknown' }) as const }
  door = await openHttpDoor({
    port: 0,
    keys,
    clock: new FakeClock(),
    routes: [errorGuide()],
    log: new RecordingLog(),
  })
})
afterEach(() => door.close())

describe('the error guide', () => {
  it('is where the documentation of an error points, and is read without a token', async () => {
    const refused = await (await fetch(`${door.endpoint}/elsewhere`)).json()
    const { documentation, code } = (refused as { error: { documentation: string; code: string } }).error
    expect(documentation).toBe(`${door.endpoint}/errors#${code}`)
    const page = await fetch(documentation)
    expect(page.status).toBe(200)
    expect(await page.text()).toContain(`id="${code}"`)
  })

  it('explains every code there is', async () => {
    const page = await (await fetch(`${door.endpoint}/errors`)).text()
    for (const code of Object.keys(errorCatalogue)) expect(page).toContain(`<h2 id="${code}">`)
  })

  it('runs nothing, and takes nothing', async () => {
    const page = await fetch(`${door.endpoint}/errors`)
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect((await fetch(`${door.endpoint}/errors`, { method: 'POST' })).status).toBe(405)
  })

  it('is shut to pages of other origins like everything', async () => {
    const page = await fetch(`${door.endpoint}/errors`, { headers: { origin: 'https://evil.example' } })
    expect(page.status).toBe(403)
  })
})
