import { readFileSync } from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readLogLine } from '../../../../../src-main/providers/java/log/log-line.js'
import { forAll } from '../../../../fixtures/properties.js'

const fixture = path.join(import.meta.dirname, '../../../../fixtures/jdk-times/jdk-times.txt')
const jdkTimes = readFileSync(fixture, 'utf8').trimEnd().split('\n')

/** Everything but the text. */
const headers: Readonly<Record<string, string>> = {
  'vanilla, Spigot and Fabric': '[15:04:05] [Server thread/INFO]: ',
  'the console of Paper': '[15:04:05 INFO]: ',
  'the console of Arclight': '[13:22:36 INFO] [net.minecraft.server.MinecraftServer]: ',
  'Forge 1.7.10': '[18:29:30] [Server thread/INFO] [net.minecraft.server.MinecraftServer]: ',
  'Forge 1.12': '[18:29:30] [Server thread/INFO] [minecraft/DedicatedServer]: ',
  'Forge and NeoForge': '[22Nov2026 15:04:05.123] [Server thread/INFO] [net.minecraft.server.MinecraftServer/]: ',
  'Arclight on a Chinese computer':
    '[288月2021 09:35:30.915] [Server thread/INFO] [net.minecraft.server.MinecraftServer/]: ',
  'itzg/minecraft-server with a date': '[2025-12-15 10:00:05.123] [Server thread/INFO]: ',
  'a date without milliseconds': '[2025-12-15 10:00:05] [Server thread/INFO]: ',
  'commas and ISO 8601': '[2025-12-15T10:00:05,123+01:00] [Server thread/INFO]: ',
  'ISO 8601 in UTC': '[2025-12-15T10:00:05.123Z] [Server thread/INFO]: ',
  'a time without brackets': '2025-12-15 10:00:05,123 [Server thread/INFO]: ',
  'two pairs of brackets': '[10:00:05] [Server thread] [INFO]: ',
  'Fabric in development': '[10:00:05] [Server thread/INFO] (Minecraft) ',
  Quilt: '[10:00:05] [Server thread/INFO]: (Minecraft) ',
  Nukkit: '2025-11-21 17:38:28 [INFO ] ',
  Pumpkin: '[INFO] ',
  'a terminal with colours': '\u001b[32m[15:04:05] [Server thread/INFO]: \u001b[0m',
  'a byte-order mark': '\ufeff[15:04:05] [Server thread/INFO]: ',
}

describe('a log line', () => {
  it.each(Object.entries(headers))('is read in the form of %s', (_, header) => {
    const read = readLogLine(`${header}<Steve> [1] hi: you`)
    expect(read).toMatchObject({ level: 'INFO', isDoubtful: false, text: '<Steve> [1] hi: you' })
    expect(read?.thread ?? 'Server thread').toBe('Server thread')
  })

  it.each([
    ['[12:50:56] [Region Scheduler Thread #0/INFO]: x', 'Region Scheduler Thread #0', 'INFO'],
    ['[12:50:56] [Craft Scheduler Thread - 3 - A/B/WARN]: x', 'Craft Scheduler Thread - 3 - A/B', 'WARN'],
    ['[12:50:56] [Thread[x,5,main]/ERROR]: x', 'Thread[x,5,main]', 'ERROR'],
    ['[12:50:56] [main/Warning]: x', 'main', 'WARNING'],
  ])('has a thread and a level: %s', (line, thread, level) => {
    expect(readLogLine(line)).toMatchObject({ thread, level, text: 'x' })
  })

  it('is read with the month names, digits and marks of every locale of the JDK', () => {
    expect(jdkTimes.length).toBeGreaterThan(2_000)
    const rest = '[Server thread/INFO] [net.minecraft.server.MinecraftServer/]: <Steve> hi'
    const unread = jdkTimes.filter((time) => readLogLine(`[${time}] ${rest}`)?.text !== '<Steve> hi')
    expect(unread).toEqual([])
  })

  it.each([
    '\tat net.minecraft.server.Main(Main.java:1)',
    'Caused by: java.lang.Exception: [10:00:00] [Server thread/INFO]: x',
    ' [10:00:00] [Server thread/INFO]: x',
    '<Steve> [10:00:00] [Server thread/INFO]: x',
    '[Steve] [Server thread/INFO]: x',
    '[10:00:00] <Steve> [Server thread/INFO]: x',
    '[10:00:00] [Server thread] <Steve> hi',
    '[10:00:00] [Server thread/INFO] <Steve> hi',
    '[10:00:00] [Steve/SHOUT]: hi',
  ])('has no form that is not a header: %s', (line) => expect(readLogLine(line)).toBeUndefined())

  it('does not take the name of a player for a logger', () => {
    expect(readLogLine('[10:00:00] [Server thread/INFO] [Steve]: Stopping server')).toMatchObject({ isDoubtful: true })
  })

  it('keeps whatever a player writes in its text', () => {
    const part = fc.constantFrom(
      '[10:00:00] [Server thread/INFO]: ',
      ']: ',
      '[',
      ']',
      ' (x) ',
      '/INFO]',
      '\u2028',
      ': ',
    )
    const text = fc.array(fc.oneof(part, fc.string({ maxLength: 8 })), { maxLength: 6 }).map((parts) => parts.join(''))
    const written = text.filter((one) => !one.includes('\u001b'))
    forAll(written, fc.constantFrom(...Object.values(headers)), fc.constantFrom(...jdkTimes), (said, header, time) => {
      expect(readLogLine(`${header}<Steve> ${said}`)?.text).toBe(`<Steve> ${said}`)
      expect(readLogLine(`[${time}] [Server thread/INFO]: <Steve> ${said}`)?.text).toBe(`<Steve> ${said}`)
    })
  })
})
