import fc from 'fast-check'
import { encode } from 'iconv-lite'
import { describe, expect, it } from 'vitest'
import { LogDecoder } from '../../../../../src-main/providers/java/log/log-decoder.js'
import { forAll } from '../../../../fixtures/properties.js'

/** Code page of a computer → its language, its name for people, and what is said there. */
const computers: readonly (readonly [string, string, string, readonly string[]])[] = [
  ['gb18030', 'zh-CN', 'GBK', ['你好，把天气改成晴天', '大家好，有人在吗？', '10月', '怎么传送']],
  ['cp950', 'zh-TW', 'Big5', ['你好，把天氣改成晴天', '大家好，有人在嗎？', '怎麼傳送']],
  ['cp932', 'ja-JP', 'Shift JIS', ['こんにちは', '天気を晴れにしてください', 'ありがとう', '10月']],
  ['cp949', 'ko-KR', 'EUC-KR', ['안녕하세요', '날씨를 맑게 해줘', '누구 있나요']],
  ['windows-1251', 'ru-RU', 'Windows-1251', ['Привет всем', 'сделай день', 'янв.']],
  ['windows-1252', 'de-DE', 'Windows-1252', ['Schönes Wetter für alle', 'Grüße', 'où es-tu, ça va']],
  ['windows-1250', 'pl-PL', 'Windows-1250', ['Dzień dobry', 'proszę', 'cześć']],
  ['windows-1254', 'tr-TR', 'Windows-1254', ['Günaydın arkadaşlar', 'yağmur']],
  ['windows-1253', 'el-GR', 'Windows-1253', ['Καλημέρα σας', 'ευχαριστώ']],
  ['windows-1255', 'he-IL', 'Windows-1255', ['שלום לכולם']],
  ['windows-1256', 'ar-EG', 'Windows-1256', ['مرحبا بالجميع']],
  ['cp874', 'th-TH', 'Windows-874', ['สวัสดีครับ']],
]
const header = '[16:17:22] [Server thread/INFO]: <Steve> '

describe('a log decoder', () => {
  it.each(computers)('reads %s on a computer in %s, and names it %s', (codePage, locale, name, texts) => {
    for (const text of texts) {
      const decoder = new LogDecoder(locale)
      expect(decoder.line(encode(header + text, codePage))).toEqual({ text: header + text, isDamaged: false })
      expect(decoder.encoding).toBe(name)
    }
  })

  it.each([
    ['gb18030', '你好，把天气改成晴天'],
    ['cp950', '你好，把天氣改成晴天'],
    ['cp932', '天気を晴れにしてください'],
    ['cp949', '날씨를 맑게 해줘'],
    ['windows-1251', 'Привет, сделай погоду ясной'],
    ['windows-1252', 'Schönes Wetter für alle'],
    ['windows-1253', 'Καλημέρα σας'],
  ])('reads %s on a computer in English', (codePage, text) => {
    expect(new LogDecoder('en-US').line(encode(header + text, codePage)).text).toBe(header + text)
  })

  it.each(['你好', 'Привет', 'é', '😀', 'plain'])('reads UTF-8 on every computer: %s', (text) => {
    for (const [, locale] of computers) {
      const decoder = new LogDecoder(locale)
      expect(decoder.line(Buffer.from(text))).toEqual({ text, isDamaged: false })
      expect(decoder.encoding).toBeUndefined()
    }
  })

  it('never changes valid UTF-8 in a log of UTF-8, whatever stands there', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 40 })
    forAll(fc.array(text, { maxLength: 6 }), (lines) => {
      const decoder = new LogDecoder('zh-CN')
      for (const line of lines) expect(decoder.line(Buffer.from(line)).text).toBe(line)
    })
  })

  it('reads what is valid UTF-8 by chance as the rest of the log', () => {
    const decoder = new LogDecoder('en-US')
    for (const text of ['你好，把天气改成晴天', '大家好']) decoder.line(encode(text, 'gb18030'))
    expect(decoder.line(encode('谢谢', 'gb18030')).text).toBe('谢谢')
  })

  it('keeps UTF-8 when one line of the log is in another encoding', () => {
    const decoder = new LogDecoder('zh-CN')
    for (let line = 0; line < 5; line++) decoder.line(Buffer.from('é ü'))
    expect(decoder.line(encode('你好', 'gb18030')).text).toBe('你好')
    expect(decoder.line(Buffer.from('é')).text).toBe('é')
    expect(decoder.encoding).toBeUndefined()
  })

  it('says which bytes are no text anywhere', () => {
    const decoder = new LogDecoder('zh-CN')
    expect(decoder.line(Buffer.from([0x61, 0xff, 0x00, 0x81, 0x03, 0xff])).isDamaged).toBe(true)
  })

  it('reads any bytes without failing', () =>
    forAll(fc.array(fc.uint8Array({ maxLength: 60 }), { maxLength: 8 }), (lines) => {
      const decoder = new LogDecoder('ja-JP')
      for (const line of lines) {
        const { text, isDamaged } = decoder.line(Buffer.from(line))
        expect(isDamaged || !text.includes('\ufffd') || Buffer.from(line).includes(Buffer.from('\ufffd'))).toBe(true)
      }
    }))
})
