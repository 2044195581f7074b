import { readFileSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { ordinarySessions } from '../../../fakes/ordinary-sessions.js'
import { type Asked, questionRows, questionsByPosture } from '../../../fakes/question-count.js'

const governance = readFileSync(path.resolve(import.meta.dirname, '../../../../docs/governance.md'), 'utf8')

describe('twenty sessions of ordinary use', () => {
  let asked: readonly Asked[] = []
  beforeAll(async () => {
    asked = await questionsByPosture()
  })

  it('are twenty', () => expect(ordinarySessions).toHaveLength(20))

  it('ask at most one question per five changes in the posture Balanced', () => {
    const balanced = asked.find(({ posture }) => posture === 'balanced')
    expect(balanced?.questions).toBeGreaterThan(0)
    expect((balanced?.changes ?? 0) / (balanced?.questions ?? 1)).toBeGreaterThanOrEqual(5)
  })

  it('run no change of high or critical risk without an answer of the owner', () => {
    expect(asked.map(({ missed }) => missed)).toEqual([0, 0, 0])
    for (const { high } of asked) expect(high).toBeGreaterThan(0)
  })

  it('ask as often as docs/governance.md says', () => {
    for (const row of questionRows(asked)) expect(governance).toContain(row)
  })
})
