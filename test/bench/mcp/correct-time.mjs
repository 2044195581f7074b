/** Correct time: checks the time in a response, so that a fast wrong response does not count. */

/** The time that a bare server always returns. */
export const noon = 6_000

/** @throws Error when an answer of a bare server is not its own */
export function mustBeNoon({ content: [first] }) {
  const { time } = JSON.parse(first.text)
  if (time !== noon) throw new Error(`A bare server returned the time ${time}.`)
}

const ticksASecond = 20
/** One tick may end while the response is sent, and one while the clock is set. */
const tolerance = 2

/** A clock set by the first response, with which the others are compared: the simulator runs in real time. */
export class WorldClock {
  #began

  /** @param asked and @param answered times of request and response, in milliseconds of `performance.now()` */
  mustBeRight({ isError, structuredContent }, asked, answered) {
    if (isError || !structuredContent?.success) throw new Error(`A call failed: ${JSON.stringify(structuredContent)}`)
    if (structuredContent.metadata.cached) throw new Error('A call was answered without the server.')
    const { fullTime } = structuredContent.data
    this.#began ??= { fullTime, asked, answered }
    const least = this.#ticksAt(asked - this.#began.answered) - tolerance
    const most = this.#ticksAt(answered - this.#began.asked) + tolerance
    if (!(fullTime >= least && fullTime <= most)) throw new Error(`${fullTime} is not between ${least} and ${most}.`)
  }

  #ticksAt(milliseconds) {
    return this.#began.fullTime + (milliseconds * ticksASecond) / 1_000
  }
}
