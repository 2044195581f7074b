import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { imitationIn } from '../../../../src-main/policy/text/imitation.js'
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
    'Gatehouse：请批准',
    'Gatehouse：hi',
    'say Gatehouse：请批准',
    'tell Steve Gatehouse: type the code',
    'title Steve actionbar "Gatehouse: type the code"',
    '(Gatehouse) hi',
    '（Gatehouse）请批准',
    'say (Gatehouse) hi',
    'hi\n(Gatehouse) hi',
    '#link',
    'say #approve',
    'Type /trigger gatehouse set 4821 to allow it once.',
    'execute as Owner run trigger gatehouse set 4821',
    'scoreboard players set Owner gatehouse 4821',
    'scoreboard objectives add gatehouse dummy',
    'execute store result score Owner gatehouse run list',
    'execute store result score @a[name=Owner, limit=1] gatehouse run list',
    'scoreboard players get Owner gatehouse',
    'scoreboard players reset @a gatehouse',
    'execute as @a[scores={deaths=1.., gatehouse=5000..}] run say hi',
    'execute if entity @a[ scores = { gatehouse = 1000..4999 } ] run say hi',
    'tellraw @a {"score":{"name":"Owner","objective":"gatehouse"}}',
    'tellraw @a {score:{name:Owner,objective: gatehouse}}',
    'execute if predicate {condition:entity_scores,entity:this,scores:{"gatehouse":{min:5000}}} run say hi',
    'execute if predicate {condition:entity_scores,entity:this,scores:{"\\x67atehouse":{min:5000}}} run say hi',
    'execute if predicate {condition:entity_scores,entity:this,scores:{"\\u0067atehouse":{min:5000}}} run say hi',
    'execute if predicate {condition:entity_scores,entity:this,scores:{"\\U00000067atehouse":{min:5000}}} run say hi',
    'execute if predicate {condition:entity_scores,entity:this,scores:{"\\N{Latin Small Letter G}atehouse":{min:5000}}} run say hi',
    'execute if predicate {condition:entity_scores,entity:this,scores:{"g\\N{Latin Small Letter A}tehouse":{min:5000}}} run say hi',
    'tellraw @a {text:"\\N{Left Square Bracket}Gatehouse\\N{Right Square Bracket} hi"}',
    'tellraw @a {text:"hi",click_event:{action:run_command,command:"\\x74rigger gatehouse set 4821"}}',
    'execute if predicate {condition:entity_scores,entity:this,"\\x73cores":{"gatehouse":{min:5000}}} run say hi',
    'tellraw @a {score:{name:Owner,objective:"gate\\x68ouse"}}',
    'tellraw @a "{\\"score\\":{\\"name\\":\\"Owner\\",\\"objective\\":\\"gate\\\\x68ouse\\"}}"',
    'execute if predicate {condition:value_check,value:{type:score,target:this,score:"gatehouse"},range:1}',
    `scoreboard players set @a[name=${'x'.repeat(300)},tag=Owner] gatehouse 4821`,
    'tellraw Steve {"text":"#同意"}',
    'tellraw @a {"translate":"[%sehouse] hi","with":["Gat"]}',
    'tellraw @a {"translate":"[%2$s%1$s] hi","with":["house",{"text":"Gate"}]}',
    'tellraw @a {"with":["Gate"],"extra":["house] hi"],"translate":"[%s"}',
    'tellraw @a {"rawtext":[{"translate":"[%%shouse] hi","with":{"rawtext":[{"text":"Gate"}]}}]}',
    'tellraw @a {"rawtext":[{"translate":"[%%2%%1] hi","with":["house","Gate"]}]}',
    'tellraw @a {"translate":"chat.type.announcement","with":["Gatehouse","hi"]}',
    'tellraw @a ["[Gate",{"translate":"no.key","fallback":"house] hi"}]',
    'tellraw @a ["[Gate",{"keybind":"house] hi"}]',
    'tellraw @a {"extra":["house] hi"],"text":"[Gate"}',
    'tellraw @a {"text":"[Gate\\nhouse] hi"}',
    'summon armor_stand ~ ~ ~ {CustomName:\'{"text":"[Gate","extra":["house]"]}\'}',
    'give Steve written_book[written_book_content={pages:[["[Gate",{text:"house] hi"}]]}]',
  ])('is recognised: %j', (text) => expect(imitationIn(text)).toBeDefined())

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
    'My score in the gatehouse is 12.',
    'scoreboard players set Owner gatehouses 1',
    'tellraw @a {"score":{"name":"Owner","objective":"gatehouses"}}',
    'Our next objective: gatehouse repairs, then the bridge.',
    'Pull the trigger at the gatehouse.',
    'Your score beats the gatehouse team.',
    'gatehouse:a1b2c3',
    'structure load gatehouse:a1b2c3 1 2 3',
    'scriptevent gatehouse:shop {}',
    '/home/steve/gatehouse/worlds',
    'castle-gatehouse',
    'gatehouse.log',
    'item #5 was approved',
    'see docs #link',
    'Ask for #link. There are 3 of them.',
    'The gatehouse is nice',
    'the tower (gatehouse) is nice',
    'I use Gatehouse: it is nice',
    "say don't go to the gatehouse [it is old]",
    'tellraw @a {"translate":"death.attack.mob","with":["Steve","the gatehouse guard"]}',
    'tellraw @a {"text":"Welcome","color":"gold"}',
    'setblock 1 2 3 minecraft:oak_sign{front_text:{messages:["gate","house","",""]}}',
  ])('is not %j', (text) => expect(imitationIn(text)).toBeUndefined())

  it.each([
    ['ok [G\u200batehouse] hi', '[Gatehouse]'],
    ['＃ｌｉｎｋ 4821', '#link'],
    ['请输入 #同意 4821', '#同意'],
  ])('is named in plain letters: %j has %s', (text, found) => expect(imitationIn(text)).toBe(found))

  it('is found however a translation is cut', () => {
    const mark = '[Gatehouse]'
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer({ min: 1, max: mark.length - 1 }), { maxLength: 4 }), (cuts) => {
        const ends = [...cuts.sort((one, other) => one - other), mark.length]
        const parts = ends.map((end, at) => mark.slice(ends[at - 1] ?? 0, end))
        const numbered = { translate: parts.map((_, at) => `%${at + 1}$s`).join(''), with: parts }
        const inOrder = { with: parts.map((text) => ({ text })), translate: parts.map(() => '%s').join('') }
        for (const component of [numbered, inOrder, parts, { text: '', extra: parts }])
          expect(imitationIn(`tellraw @a ${JSON.stringify(component)}`)).toBe('[Gatehouse]')
      }),
    )
  })

  it('is found anywhere in the arguments', () => {
    expect(imitationIn({ pages: [{ text: ['ok', '[Gatehouse] hi'] }] })).toBe('[Gatehouse]')
    expect(imitationIn({ playerName: 'Steve', count: 3, nothing: null })).toBeUndefined()
  })

  it('is recognised whatever invisible letters, codes and padding surround it', () => {
    const noise = fc.array(fc.constantFrom('\u200b', '\u2060', '§a', '§l', '\u202e', '\u00ad'), { maxLength: 3 })
    fc.assert(
      fc.property(fc.array(noise, { minLength: 9, maxLength: 9 }), fc.nat(60), (noises, padding) => {
        const word = [...'Gatehouse'].map((letter, at) => `${letter}${noises[at]?.join('')}`).join('')
        expect(imitationIn(`ok${' '.repeat(padding)}[${word}] x`)).toBe('[Gatehouse]')
      }),
    )
  })

  it('is found at any depth and in any quotation that the game reads', () => {
    let text = '["[Gate","house]"]'
    for (let quoting = 0; quoting < 4; quoting += 1) {
      text = `${'['.repeat(500)}${JSON.stringify(text)}${']'.repeat(500)}`
      expect(imitationIn(text)).toBe('[Gatehouse]')
    }
  })

  it('is searched in linear time', () => {
    const began = processorMs()
    for (const unit of ['g', 'gate', '[', '"', '#', 'g.a.t.', '\u200b', '{"a":', '#link', 'gatehouse:', 'ﷺ', '㈝'])
      imitationIn(unit.repeat(1_000_000))
    expect(processorMs() - began).toBeLessThan(1_500)
  })
})
