import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { parseEndpoint } from '@contract/local/endpoint-file.js'
import { describe, expect, it } from 'vitest'
import { removeEndpoint, writeEndpoint } from '../../../src-main/storage/endpoint-file.js'
import { openProfile } from '../../../src-main/storage/profile.js'
import { folderForEach } from '../../fixtures/for-each.js'

const profile = folderForEach()

const file = () => path.join(profile(), 'gateway.json')
const endpoint = { endpoint: 'http://127.0.0.1:5000', token: 'secret', pid: process.pid }

describe('the endpoint file', () => {
  it('is whole, private and alone, and names what it was given', () => {
    writeEndpoint(profile(), endpoint)
    expect(parseEndpoint(readFileSync(file(), 'utf8'))).toEqual(endpoint)
    expect(statSync(file()).mode & 0o777).toBe(0o600)
    expect(readdirSync(profile())).toEqual(['gateway.json'])
  })

  it('replaces one that others could read by one that they cannot', () => {
    writeFileSync(file(), '{}', { mode: 0o644 })
    writeEndpoint(profile(), endpoint)
    expect(statSync(file()).mode & 0o777).toBe(0o600)
  })

  it('is removed by the process that wrote it', () => {
    writeEndpoint(profile(), endpoint)
    removeEndpoint(profile())
    expect(existsSync(file())).toBe(false)
    removeEndpoint(profile())
  })

  it('is left alone by a process that did not', () => {
    writeEndpoint(profile(), { ...endpoint, pid: process.pid + 1 })
    removeEndpoint(profile())
    expect(existsSync(file())).toBe(true)
  })
})

describe('a profile', () => {
  it('is made where there is none, for its owner alone, and named by its absolute path', () => {
    const made = openProfile(path.join(profile(), 'deep', 'er'))
    expect(path.isAbsolute(made)).toBe(true)
    expect(statSync(made).mode & 0o777).toBe(0o700)
  })

  it('that others can read is closed to them', () => {
    openProfile(profile())
    expect(statSync(profile()).mode & 0o777).toBe(0o700)
  })
})
