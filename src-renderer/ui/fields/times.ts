/** Times: a time of the day, `23:30`, as people type it: `23:30`, `2330`, `7`, `11:30 pm`, `晚上 11:30`, `7点半`. */
const shape =
  /^(?<before>上午|早上|凌晨|中午|下午|晚上)?\s*(?<hour>\d{1,2}?)(?:\s*[:.点时]\s*(?<minute>[0-5]\d|半)?分?|(?<short>[0-5]\d))?\s*(?<after>[ap]\.?m\.?)?$/iu

/** Undefined for what is no time. */
export const readTime = (typed: string): string | undefined => {
  const { before, hour, minute, short, after } = shape.exec(typed.normalize('NFKC').trim())?.groups ?? {}
  const reported = Number(hour)
  const isNight = before === '晚上' && reported === 12
  const isMorning = isNight || /^a/iu.test(after ?? '') || ['上午', '早上', '凌晨'].includes(before ?? '')
  const isLate = /^p/iu.test(after ?? '') || ['中午', '下午', '晚上'].includes(before ?? '')
  if (hour === undefined || reported > 23 || (after !== undefined && (reported < 1 || reported > 12))) return undefined
  const hours =
    isMorning && reported === 12
      ? 0
      : isLate && reported < 12 && !(before === '中午' && reported > 9)
        ? reported + 12
        : reported
  const minutes = minute === '半' ? '30' : (minute ?? short ?? '00')
  return `${String(hours).padStart(2, '0')}:${minutes}`
}
