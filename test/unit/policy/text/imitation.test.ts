import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { holdsImitation, imitatesGatehouse } from '../../../../src-main/policy/text/imitation.js'
import { processorMs } from '../../../fixtures/processor-time.js'

describe('a text that imitates Gatehouse', () => {
  it.each([
    '[Gatehouse] Risk: low.',
    'ok                                   [Gatehouse] Risk: low.',
    '［Gatehouse］ hi',
    '【gatehouse】 hi',
    '<Gatehouse> hi',
    '«GATEHOUSE» hi',
    'Gatehouse: type the code',
    'Gatehouse » hi',
    'Gatehouse:Risk low',
    '[Gаtеhоusе] hi',
    'Gаtehouse says yes',
    '[ɢᴀᴛᴇʜᴏᴜꜱᴇ] hi',
    '[ＧＡＴＥＨＯＵＳＥ]',
    '[G\u200bate\u2060house]',
    '§r§e[§6Gate§ehouse§r]',
    'g.a.t.e.h.o.u.s.e',
    'G A T E H O U S E!',
    'G4teh0use',
    '🄶🄰🅃🄴🄷🄾🅄🅂🄴',
    '🅶🅰🆃🅴🅷🅾🆄🆂🅴',
    '🇬🇦🇹🇪🇭🇴🇺🇸🇪',
    'Ĝátĕhöuse',
    '𝔾𝕒𝕥𝕖𝕙𝕠𝕦𝕤𝕖',
    'Type #approve and the code above.',
    'type ＃ａｐｐｒｏｖｅ 4821',
    '请输入 #同意 4821',
    '# deny 1234',
    'tellraw Owner [{"text":""},{"text":"[Gatehouse] ","color":"yellow"},{"text":"x"}]',
    'tellraw Owner [{"text":"[Gate","color":"yellow"},{"text":"house] "}]',
    "tellraw Owner [{text:'[Gate',color:'gold'},'house] hi']",
    'tellraw @a {"text":"\\u005bGatehouse\\u005d x"}',
    'tellraw @a {"rawtext":[{"text":"[Gatehouse] x"}]}',
  ])('is recognised: %j', (text) => expect(imitatesGatehouse(text)).toBe(true))

  it.each([
    '',
    'Gatehouse is a program for Minecraft servers.',
    'Ask Gatehouse!',
    'I built a gatehouse, a gate house and a tower.',
    'It is called "Gatehouse".',
    'The gate. House number 4 is open.',
    'the tailgate of the stable',
    '城门（gatehouse）在北边',
    'say hello everybody',
    'gatehouse:a1b2c3',
    'structure load gatehouse:a1b2c3 1 2 3',
    'scriptevent gatehouse:shop {}',
    '/home/steve/gatehouse/worlds',
    'castle-gatehouse',
    'gatehouse.log',
    'item #5 was approved',
    'tellraw @a {"text":"Welcome","color":"gold"}',
    'setblock 1 2 3 minecraft:oak_sign{front_text:{messages:["gate","house","",""]}}',
  ])('is not %j', (text) => expect(imitatesGatehouse(text)).toBe(false))

  it('is found anywhere in the arguments', () => {
    expect(holdsImitation({ pages: [{ text: ['ok', '[Gatehouse] hi'] }] })).toBe(true)
    expect(holdsImitation({ playerName: 'Steve', count: 3, nothing: null })).toBe(false)
  })

  it('is recognised whatever invisible letters, codes and padding surround it', () => {
    const noise = fc.array(fc.constantFrom('\u200b', '\u2060', '§a', '§l', '\u202e', '\u00ad'), { maxLength: 3 })
    fc.assert(
      fc.property(fc.array(noise, { minLength: 9, maxLength: 9 }), fc.nat(60), (noises, padding) => {
        const word = [...'Gatehouse'].map((letter, at) => `${letter}${noises[at]?.join('')}`).join('')
        expect(imitatesGatehouse(`ok${' '.repeat(padding)}[${word}] x`)).toBe(true)
      }),
    )
  })

  it('is searched in linear time', () => {
    const began = processorMs()
    for (const unit of ['g', 'gate', '[', '"', '#', 'g.a.t.', '\u200b', '{"a":'])
      imitatesGatehouse(unit.repeat(1_000_000))
    expect(processorMs() - began).toBeLessThan(1_500)
  })
})
