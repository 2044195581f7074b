import { describe, expect, it } from 'vitest'
import { featureOrders } from '../../../../src-main/owner/orders/features.js'
import { bedrockOrders } from '../../../../src-main/owner/orders/set-up.js'

const page = undefined as never

function window(isOnStream: boolean) {
  const copied: string[] = []
  const logins = { key: 'K7QM2XPA', connectionKey: 'R4TB9WLC', renewKey: () => 'NEW', renewConnectionKey: () => 'NEXT' }
  const parts = { stream: { on: isOnStream }, copy: async (text: string) => void copied.push(text) }
  const chat = featureOrders({ ...parts, logins } as never)
  const bedrock = bedrockOrders({ ...parts, logins } as never)
  return { copied, chat, bedrock }
}

describe('keys that players type', () => {
  it('are shown to the window', () => {
    const { chat, bedrock } = window(false)
    expect(chat['chat:login-key'](undefined, page)).toEqual({ text: 'K7QM2XPA' })
    expect(chat['chat:renew-login-key'](undefined, page)).toEqual({ text: 'NEW' })
    expect(bedrock['bedrock:show-key'](undefined, page)).toEqual({ key: 'R4TB9WLC' })
    expect(bedrock['bedrock:renew-key'](undefined, page)).toEqual({ key: 'NEXT' })
  })

  it('are hidden from every page in stream-safe mode, and can be copied', async () => {
    const { chat, bedrock, copied } = window(true)
    for (const ask of [
      () => chat['chat:login-key'](undefined, page),
      () => chat['chat:renew-login-key'](undefined, page),
      () => bedrock['bedrock:show-key'](undefined, page),
      () => bedrock['bedrock:renew-key'](undefined, page),
    ])
      expect(ask).toThrow('hidden in stream-safe mode')
    await chat['chat:copy-login-key'](undefined, page)
    await bedrock['bedrock:copy']({ what: 'login' }, page)
    expect(copied).toEqual(['#login K7QM2XPA', '#login R4TB9WLC'])
  })
})
