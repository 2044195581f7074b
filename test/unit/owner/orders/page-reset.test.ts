import { redactionRequestLimits } from '@shared/features/stream-mark.js'
import { describe, expect, it, vi } from 'vitest'
import { createPayloadCheck } from '../../../../src-main/owner/doors/payload-check.js'
import { pageResetOrders } from '../../../../src-main/owner/orders/program.js'
import { createStreamMask } from '../../../../src-main/policy/redaction/stream-mask.js'
import { createContractAjv } from '../../../../src-main/validation/ajv.js'
import { checkedOrders } from '../../../fakes/checked-orders.js'

const mask = createStreamMask({ language: 'en', names: ['Steve'] })
const isTaken = createPayloadCheck(createContractAjv())

function setUp() {
  const onPageReset = vi.fn()
  return {
    onPageReset,
    ask: checkedOrders(pageResetOrders({ mask: () => mask }, onPageReset))['stream:page-reset'],
  }
}

describe('a page that was reloaded', () => {
  it('gets the values of its marks, and nothing for ambiguous marks', async () => {
    const { ask, onPageReset } = setUp()
    expect(await ask({ texts: ['plain', 'for ‹Player A›', '‹coordinates›'] }, 'window')).toEqual({
      ok: true,
      value: [{ text: 'plain' }, { text: 'for Steve' }, { text: null }],
    })
    expect(onPageReset).toHaveBeenCalledOnce()
  })

  it('is the main window: the pop-up is reloaded', async () => {
    const { ask, onPageReset } = setUp()
    expect(await ask({ texts: [] }, 'pop-up')).toMatchObject({ ok: false })
    expect(onPageReset).not.toHaveBeenCalled()
  })

  it.each([
    [{ texts: [] }, true],
    [{ texts: ['a'.repeat(redactionRequestLimits.length)] }, true],
    [{ texts: ['a'.repeat(redactionRequestLimits.length + 1)] }, false],
    [{ texts: Array.from({ length: redactionRequestLimits.texts + 1 }, () => '') }, false],
    [{ texts: [{ text: 'a' }] }, false],
  ])('may keep a bounded amount (%#)', (payload, taken) => expect(isTaken('stream:page-reset', payload)).toBe(taken))
})
