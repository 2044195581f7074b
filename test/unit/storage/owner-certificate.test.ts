import { X509Certificate } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { loadOwnerCertificate, ownerCertificateFile } from '../../../src-main/storage/owner-certificate.js'

const dayMs = 86_400_000
const at = (days: number) => ({ now: () => new Date(Date.parse('2026-01-01T00:00:00Z') + days * dayMs) })

let profile: string
beforeEach(() => {
  profile = mkdtempSync(path.join(tmpdir(), 'gatehouse-certificate-'))
})
afterEach(() => rmSync(profile, { recursive: true }))

describe('the certificate for windows on other computers', () => {
  it('is made once, in a file that only its owner can read', async () => {
    const made = await loadOwnerCertificate(profile, at(0))
    expect(await loadOwnerCertificate(profile, at(1))).toEqual(made)
    const { mode } = statSync(path.join(profile, ownerCertificateFile))
    if (process.platform !== 'win32') expect(mode & 0o077).toBe(0)
  })

  it('is renewed with the same key before it ends, so that windows know the gateway', async () => {
    const first = await loadOwnerCertificate(profile, at(0))
    const renewed = await loadOwnerCertificate(profile, at(750))
    expect(renewed.fingerprint).not.toBe(first.fingerprint)
    expect(renewed.pin).toBe(first.pin)
    expect(renewed.endsAt.getTime()).toBeGreaterThan(first.endsAt.getTime())
    expect(new X509Certificate(renewed.pem).publicKey.asymmetricKeyType).toBe('ec')
  })

  it('is renewed with the same key after it has ended', async () => {
    const first = await loadOwnerCertificate(profile, at(0))
    expect((await loadOwnerCertificate(profile, at(2_000))).pin).toBe(first.pin)
  })

  it('is not replaced when its file is damaged', async () => {
    const file = path.join(profile, ownerCertificateFile)
    writeFileSync(file, 'damaged')
    await expect(loadOwnerCertificate(profile, at(0))).rejects.toMatchObject({ code: 'SYSTEM.SERVICE_UNAVAILABLE' })
    expect(readFileSync(file, 'utf8')).toBe('damaged')
  })
})
