import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createAdmission } from '../../../src-main/validation/admission.js'
import { createContractAjv } from '../../../src-main/validation/ajv.js'
import { CapabilityValidator } from '../../../src-main/validation/capability-validator.js'
import { createManifestReader } from '../../../src-main/validation/manifest-reader.js'
import { maxCapabilities, maxManifestCharacters } from '../../../src-main/validation/offer-bounds.js'
import type {
  ManifestReadRequest,
  SchemaCheckResult,
  SchemaThread,
} from '../../../src-main/validation/schema-thread.js'
import { FakeClock } from '../../fakes/fake-clock.js'
import { core, manifestOf } from '../../fakes/fake-provider.js'
import { times } from '../../fixtures/properties.js'

const read = createManifestReader(createContractAjv(), new CapabilityValidator())

/** A thread that reads or ends as configured, and records its input. */
class ObedientThread implements SchemaThread {
  readonly given: ManifestReadRequest[] = []
  end: Exclude<SchemaCheckResult, { kind: 'read' }> | undefined
  tookMs = 1

  async run(one: ManifestReadRequest): Promise<SchemaCheckResult> {
    this.given.push(one)
    return this.end ?? { kind: 'read', reading: read(one.text, one.ownLimits), tookMs: this.tookMs }
  }

  async stop(): Promise<void> {}

  get ids(): unknown[] {
    return this.given.map(({ text }) => (JSON.parse(text) as { id: string }).id)
  }
}

const manifest = (name: string) => manifestOf({ id: `ext.test.${name}` })
const names = (...some: string[]) => some.map(manifest)

function scene() {
  const thread = new ObedientThread()
  const clock = new FakeClock()
  const admit = createAdmission(thread, clock, read)
  const reasons = async (offered: readonly unknown[]) =>
    new Map((await admit(offered)).refused.map(({ id, reason }) => [id.split('.').at(-1), reason]))
  return { thread, clock, admit, reasons }
}

describe('equal manifests', () => {
  it('of a hundred agents at once are read once', async () => {
    const { thread, admit } = scene()
    const admitted = await Promise.all(Array.from({ length: 100 }, () => admit(names('a', 'b'))))
    expect(thread.given).toHaveLength(2)
    expect(admitted.every(({ capabilities }) => capabilities.length === 2)).toBe(true)
  })

  it('are known again after a reconnect, and are the very same', async () => {
    const { thread, admit } = scene()
    const [first, again] = [await admit(names('a')), await admit(names('a'))]
    expect(again.capabilities[0]).toBe(first.capabilities[0])
    expect(thread.given).toHaveLength(1)
  })

  it('that were refused are refused again without reading them', async () => {
    const { thread, reasons } = scene()
    const bad = [{ ...manifest('a'), parameters: { type: 'object', required: 'x' } }]
    const first = await reasons(bad)
    expect(first.get('a')).toBeDefined()
    expect(await reasons(bad)).toEqual(first)
    expect(thread.given).toHaveLength(1)
  })

  it('are read again when they could not be read', async () => {
    const { thread, admit, reasons } = scene()
    thread.end = { kind: 'failed', reason: 'the worker ended' }
    expect((await reasons(names('a'))).get('a')).toContain('the worker ended')
    thread.end = undefined
    expect((await admit(names('a'))).refused).toEqual([])
  })

  it('that were too slow get another chance after ten minutes: the machine may have been busy', async () => {
    const { thread, clock, admit, reasons } = scene()
    thread.end = { kind: 'too-long' }
    await reasons(names('a'))
    thread.end = undefined
    await clock.advance(599_999)
    expect((await reasons(names('a'))).get('a')).toContain('too long')
    await clock.advance(1)
    expect((await admit(names('a'))).refused).toEqual([])
  })
})

it('a manifest that equals the catalogue needs no thread, and what differs in anything does', async () => {
  const { thread, admit } = scene()
  const short = { id: 'player.list', version: core('player.list').version, type: 'context' }
  const { capabilities } = await admit([core('world.time.get'), short])
  expect(capabilities).toMatchObject([core('world.time.get'), core('player.list')])
  expect(thread.given).toEqual([])
  await admit([{ ...core('world.time.get'), description: 'Another.' }])
  expect(thread.given).toHaveLength(1)
})

describe('one offer', () => {
  it('may end the worker three times; the rest of it is not read', async () => {
    const { thread, reasons } = scene()
    thread.end = { kind: 'too-much-memory' }
    const found = await reasons(names('a', 'b', 'c', 'd', 'e'))
    expect(thread.given).toHaveLength(3)
    expect(found.get('c')).toContain('too much memory')
    expect(found.get('e')).toContain('not read')
  })

  it('may take fifteen seconds of the worker; the rest of it has its chance the next time', async () => {
    const { thread, reasons } = scene()
    thread.tookMs = 7_500
    const offered = names('a', 'b', 'c')
    expect([...(await reasons(offered))]).toEqual([['c', expect.stringContaining('not read')]])
    expect((await reasons(offered)).size).toBe(0)
  })

  it('waits for its turn between the manifests of another', async () => {
    const { thread, admit } = scene()
    await Promise.all([admit(names('x', 'y', 'z')), admit(names('other'))])
    expect(thread.ids.indexOf('ext.test.other')).toBeLessThan(3)
  })

  it('with far more manifests than a server may have is read only in part', async () => {
    const { thread, admit } = scene()
    const { capabilities, refused } = await admit(Array.from({ length: 5_000 }, (_, at) => manifest(`m${at}`)))
    expect(thread.given.length).toBeLessThanOrEqual(2 * maxCapabilities)
    expect([capabilities.length, refused.length]).toEqual([maxCapabilities, 100])
  })

  it('rejects a manifest that is far too large without a thread', async () => {
    const { thread, reasons } = scene()
    expect((await reasons([{ ...manifest('a'), description: 'x'.repeat(maxManifestCharacters) }])).get('a')).toContain(
      'larger',
    )
    expect(thread.given).toEqual([])
  })

  it('with any content is admitted or refused without an exception, with the same result again', async () => {
    const { admit } = scene()
    const strange = fc.oneof(
      fc.anything(),
      fc.record({ id: fc.string(), version: fc.string(), type: fc.string() }),
      fc.jsonValue().map((parameters) => ({ ...manifest('odd'), parameters })),
      fc.jsonValue().map((value) => ({ ...core('world.time.set'), risk: value, permissions: value })),
    )
    await times(200).forAllAsync(fc.array(strange, { maxLength: 8 }), async (offered) => {
      const first = await admit(offered)
      expect(first.capabilities.length + first.refused.length).toBe(offered.length)
      expect(await admit(offered)).toEqual(first)
    })
  })
})
