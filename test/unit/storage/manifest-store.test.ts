import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ManifestStore } from '../../../src-main/gateway/ports/stores.js'
import { cachedFindingsIn, knownFindings, rememberFindings } from '../../../src-main/policy/text/text-scan.js'
import { knownDigest, rememberDigest } from '../../../src-main/policy/trust/manifest-digest.js'
import { acceptedManifestOf } from '../../../src-main/policy/trust/manifest-trust.js'
import type { Stores } from '../../../src-main/storage/stores.js'
import { manifestOf } from '../../fakes/fake-provider.js'
import { changeState, openProfileStores } from '../../fakes/profile-stores.js'
import { RecordingLog } from '../../fakes/recording-log.js'
import { CleanUp } from '../../fixtures/programs.js'

const nothing = { accepted: [], rejected: [], met: false, damaged: false }
const list = manifestOf()
const accepted = acceptedManifestOf(list)

let profile: string
let log: RecordingLog
const stores: Stores[] = []
const cleanUp = new CleanUp()

function open(): ManifestStore {
  const opened = openProfileStores(profile, log)
  stores.push(opened)
  return opened.manifests
}
const close = () => {
  for (const opened of stores.splice(0)) opened.close()
}

beforeEach(() => {
  profile = cleanUp.folder()
  log = new RecordingLog()
})
afterEach(() => {
  close()
  return cleanUp.run()
})

/** Something else writes into the file. */
function meddle(sql: string): void {
  close()
  changeState(profile, sql)
}

describe('the facts derived from a manifest', () => {
  const finding = { kind: 'link', path: '/description', excerpt: 'http://a.b/' } as const
  const offered = () => manifestOf({ description: 'See http://a.b/' })

  function keep(): void {
    const manifest = offered()
    rememberDigest(manifest, 'a digest')
    rememberFindings(manifest, [finding])
    const store = open()
    store.storeOffer('survival', { name: 'Survival', capabilities: [manifest] })
    store.accept('survival', [acceptedManifestOf(manifest)])
    close()
  }
  const read = () => {
    const { offer, accepted } = open().read('survival')
    return { offered: offer?.capabilities[0] ?? list, accepted: accepted[0]?.manifest ?? list }
  }

  it('are available after a restart', () => {
    keep()
    const { offered, accepted } = read()
    expect([knownDigest(offered), knownDigest(accepted)]).toEqual(['a digest', 'a digest'])
    expect(knownFindings(offered)).toEqual([finding])
  })

  it.each(['null', '[]', '7', '[[1,2]]', '[["x",[{"kind":"constructor","path":"","excerpt":""}]]]', 'no JSON'])(
    'are computed again when they are broken: %s',
    (facts) => {
      keep()
      meddle(`UPDATE last_offer SET facts = '${facts}'`)
      const { offered } = read()
      expect(knownFindings(offered)).toBeUndefined()
      expect(cachedFindingsIn(offered)).toMatchObject([{ kind: 'link' }])
    },
  )
})

describe('the manifest store', () => {
  it('has nothing for an unknown server', () => expect(open().read('survival')).toEqual(nothing))

  it('keeps what was accepted and offered over a restart, for each server on its own', () => {
    const offer = { name: 'Survival', software: 'Paper 1.21.4', capabilities: [list] }
    open().accept('survival', [accepted])
    open().storeOffer('survival', offer)
    close()
    expect(open().read('survival')).toEqual({ accepted: [accepted], rejected: [], offer, met: true, damaged: false })
    expect(open().read('creative')).toEqual(nothing)
  })

  it('is there after a crash: another reader sees it before the file was closed', () => {
    open().accept('survival', [accepted])
    expect(open().read('survival').accepted).toEqual([accepted])
  })

  it('replaces what was accepted before', () => {
    const store = open()
    store.accept('survival', [accepted])
    const newer = acceptedManifestOf({ ...list, version: '1.1.0' })
    store.accept('survival', [newer])
    expect(store.read('survival').accepted).toEqual([newer])
  })

  it('keeps what was rejected over a restart, until it is accepted or forgotten', () => {
    const rejection = { capabilityId: list.id, fingerprint: 'f'.repeat(64), at: '2026-11-22T07:00:00.000Z', by: 'ada' }
    open().reject('survival', [rejection])
    close()
    expect(open().read('survival').rejected).toEqual([rejection])
    expect(open().read('creative').rejected).toEqual([])
    for (const end of ['accept', 'forget'] as const) {
      open().reject('survival', [rejection])
      if (end === 'accept') open().accept('survival', [accepted])
      else open().forget('survival')
      expect([end, open().read('survival').rejected]).toEqual([end, []])
    }
  })

  it('keeps at most eight earlier versions, the last first, and none of a removed server', () => {
    const versions = Array.from({ length: 12 }, (_, at) => ({ ...list, version: `1.${at}.0` }))
    for (const [at, one] of versions.entries())
      open().accept('survival', [acceptedManifestOf(one)], `2026-11-${10 + at}`)
    close()
    const earlier = open().earlier('survival', list.id)
    expect(earlier.map(({ manifest, until }) => [manifest.version, until])).toEqual(
      [10, 9, 8, 7, 6, 5, 4, 3].map((at) => [`1.${at}.0`, `2026-11-${11 + at}`]),
    )
    expect(open().earlier('creative', list.id)).toEqual([])
    open().forget('survival')
    expect(open().earlier('survival', list.id)).toEqual([])
  })

  it('does not list an identical version as earlier, nor a modified one', () => {
    const store = open()
    store.accept('survival', [accepted])
    store.accept('survival', [accepted])
    expect(store.earlier('survival', list.id)).toEqual([])
    store.accept('survival', [acceptedManifestOf({ ...list, version: '1.1.0' })])
    expect(store.earlier('survival', list.id)).toHaveLength(1)
    meddle("UPDATE earlier_manifest SET body = '{}'")
    expect(open().earlier('survival', list.id)).toEqual([])
  })

  it('remembers a server that offered nothing', () => {
    open().storeOffer('survival', { name: 'Survival', capabilities: [] })
    close()
    expect(open().read('survival').met).toBe(true)
  })

  it('forgets a server that was removed, and no other', () => {
    const store = open()
    for (const id of ['survival', 'creative']) store.accept(id, [accepted])
    store.forget('survival')
    expect(store.read('survival')).toEqual(nothing)
    expect(store.read('creative').accepted).toEqual([accepted])
  })
})

describe('a manifest store that is broken', () => {
  it.each([
    ['no JSON', "UPDATE accepted_manifest SET body = '{'"],
    ['no manifest', "UPDATE accepted_manifest SET body = '{}'"],
    ['a manifest without what was ours', "UPDATE accepted_manifest SET body = json_extract(body, '$.manifest')"],
    ['the manifest of another capability', "UPDATE accepted_manifest SET capability_id = 'ext.other.thing'"],
  ])('in one line, which is %s, does not take that line for accepted', (_what, sql) => {
    open().accept('survival', [accepted])
    meddle(sql)
    expect(open().read('survival')).toEqual({ accepted: [], rejected: [], met: false, damaged: true })
  })

  it('in an offer does not show it', () => {
    open().storeOffer('survival', { name: 'Survival', capabilities: [list] })
    meddle(`UPDATE last_offer SET body = '[{"id":"x"}]'`)
    expect(open().read('survival')).toEqual({ ...nothing, met: true })
  })

  it('in its tables accepts nothing', () => {
    open().accept('survival', [accepted])
    meddle('DROP TABLE last_offer; CREATE TABLE last_offer (server_id TEXT)')
    expect(open().read('survival')).toEqual({ accepted: [], rejected: [], met: true, damaged: true })
  })
})
