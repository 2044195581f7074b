import type { ResultPicture } from '@contract/result-picture.js'
import { describe, expect, it } from 'vitest'
import { resultOf } from '../../../../src-main/consumers/mcp/results.js'
import { callBody } from '../../../../src-main/consumers/rest/responses.js'
import { storableReport } from '../../../../src-main/gateway/path/stored-results.js'
import type { CallOutcome, CallReport } from '../../../../src-main/gateway/ports/calls.js'
import { core } from '../../../fakes/fake-provider.js'
import { GatewayUnderTest } from '../../../fakes/gateway-under-test.js'

const look = { ...core('world.time.get'), id: 'ext.java.area.look', name: 'Look', permissions: [] }
const picture = (data = 'aGVsbG8=', alt = 'The place from the south-east.'): ResultPicture => ({
  mediaType: 'image/png',
  data,
  alt,
})

function seen(pictures: readonly ResultPicture[]) {
  const under = new GatewayUnderTest()
  const server = under.serve('one', [], { capabilities: [look] })
  server.answers(look.id, () => ({ data: { worldName: 'world', time: 1 }, pictures }))
  return { under, server, look: () => under.call(look.id, { worldName: 'world' }) }
}

const picturesIn = ({ outcome }: CallReport) => (outcome.kind === 'done' ? outcome.pictures : undefined)

// verifies: calls-envelope
describe('a picture of a result', () => {
  it('reaches an MCP client after the text, and a program in the envelope', async () => {
    const { look: call } = seen([picture()])
    const report = await call()
    const { content, structuredContent } = resultOf(report, look)
    expect(content.map(({ type }) => type)).toEqual(['text', 'text', 'image'])
    expect(content.slice(1)).toEqual([
      { type: 'text', text: 'Picture: The place from the south-east.' },
      { type: 'image', data: 'aGVsbG8=', mimeType: 'image/png' },
    ])
    expect(JSON.stringify(structuredContent)).not.toContain('aGVsbG8=')
    expect(callBody(report, undefined)).toMatchObject({ success: true, data: { time: 1 }, pictures: [picture()] })
  })

  it('is not written to the audit trail, and not spoken', async () => {
    const { under, look: call } = seen([picture()])
    const report = await call()
    expect(under.audit.events.length).toBeGreaterThan(0)
    expect(JSON.stringify(under.audit.events)).not.toContain('aGVsbG8=')
    expect(JSON.stringify(resultOf(report, look).content.filter(({ type }) => type === 'text'))).not.toContain(
      'aGVsbG8=',
    )
  })

  it('is one of at most two, of at most 512 KiB, and its text is one clean line', async () => {
    const large = picture('A'.repeat(700_000))
    const { look: call } = seen([large, picture('b', 'two\nlines'), picture('c'), picture('d')])
    expect(picturesIn(await call())).toEqual([picture('b', 'two lines'), picture('c')])
  })

  it('is not cached: the next look reads the place again', async () => {
    const { server, look: call } = seen([picture()])
    await call()
    expect(picturesIn(await call())).toEqual([picture()])
    expect(server.requestsFor(look.id)).toHaveLength(2)
  })

  it('counts for the size of stored results, and is left out where the result is', () => {
    const report = (data: object): CallReport<CallOutcome> => ({
      requestId: 'r',
      traceId: 't',
      timestamp: '2026-01-19T10:30:00Z',
      milliseconds: 1,
      outcome: { kind: 'done', data: { ...data }, pictures: [picture('A'.repeat(600_000))] },
    })
    expect(storableReport(report({})).characters).toBe(600_002)
    expect(storableReport(report({ text: 'x'.repeat(100_000) }))).toMatchObject({ characters: 0 })
    expect(picturesIn(storableReport(report({ text: 'x'.repeat(100_000) })).report)).toBeUndefined()
  })
})
