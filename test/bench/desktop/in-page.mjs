/** In the page: what is measured inside the window. Each function is sent there as text and sees nothing around it. */

/** Starts to write down the time between frames; `stop` gives it. */
export function watchFrames() {
  const deltas = []
  let last
  let going = true
  const next = (now) => {
    if (last !== undefined) deltas.push(now - last)
    last = now
    if (going) requestAnimationFrame(next)
  }
  requestAnimationFrame(next)
  window.stopFrames = () => {
    going = false
    return deltas
  }
}

/** Starts to write down, of every stamped line, how long after it left it was on the screen. */
export function watchStamps() {
  const seen = new Map()
  const look = (isFirst) => {
    for (const line of document.querySelectorAll('.feed-row-words')) {
      const [stamp, left] = /@(\d+)@/u.exec(line.textContent ?? '') ?? []
      if (stamp === undefined || seen.has(stamp)) continue
      seen.set(stamp, undefined)
      if (isFirst) continue
      // The frame after the next one begins when the line has been painted.
      requestAnimationFrame(() => requestAnimationFrame(() => seen.set(stamp, Date.now() - Number(left))))
    }
  }
  look(true)
  const observer = new MutationObserver(() => look(false))
  observer.observe(document.body, { subtree: true, childList: true, characterData: true })
  window.stopStamps = () => {
    observer.disconnect()
    return [...seen.values()].filter((value) => value !== undefined)
  }
}

/** Scrolls the list by hand, so many pixels a frame, up and down again; resolves when the time is over. */
export function scrollFor({ milliseconds, pixels }) {
  const list = document.querySelector('[data-virtuoso-scroller]')
  const began = performance.now()
  return new Promise((resolve) => {
    let blank = 0
    let frames = 0
    const next = (now) => {
      const part = (now - began) / milliseconds
      if (part >= 1) return resolve({ frames, blank })
      // Scroll input, because otherwise the list would follow its newest line again.
      list.dispatchEvent(new WheelEvent('wheel', { bubbles: true }))
      list.scrollTop += part < 0.5 ? pixels : -pixels
      // A visible gap: no line in the middle of the list.
      const { left, top, width, height } = list.getBoundingClientRect()
      frames += 1
      if (!document.elementFromPoint(left + width / 3, top + height / 2)?.closest('.feed-row')) blank += 1
      requestAnimationFrame(next)
    }
    requestAnimationFrame(next)
  })
}

/** Milliseconds from the words in the field to the first frame that shows a list of them alone, and to the end of the search. */
export function filterFor({ words, matching }) {
  const field = document.querySelector('.screen-bar input[type=search]')
  const setter = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set
  const began = performance.now()
  setter.call(field, words)
  field.dispatchEvent(new Event('input', { bubbles: true }))
  return new Promise((resolve, reject) => {
    let first
    const next = () => {
      const lines = [...document.querySelectorAll('.feed-row-words')]
      const isThere =
        matching === 0
          ? document.querySelector('.empty-state') !== null
          : lines.length > 0 && lines.every((line) => line.textContent.toLowerCase().includes(words))
      if (isThere && first === undefined) first = performance.now() - began
      if (performance.now() - began > 20_000) return reject(new Error(`The list never showed ${words} alone.`))
      if (isThere) return resolve({ first })
      requestAnimationFrame(next)
    }
    requestAnimationFrame(next)
  })
}
