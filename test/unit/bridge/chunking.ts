/** Chunking: an arbitrary split of bytes, for readers that must accept any. */
import fc from 'fast-check'

/** Where to cut, as shares of the whole. */
export const cuts = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 30 })

export const cut = (bytes: Buffer, shares: readonly number[]): Buffer[] => {
  const places = [0, ...shares.map((share) => Math.round(share * bytes.length)).sort((a, b) => a - b), bytes.length]
  return places.slice(1).map((end, index) => bytes.subarray(places[index], end))
}
