/** Icon files: the icon containers of Windows and macOS. Both contain PNG files unchanged. */

/**
 * Windows: a header, a row of 16 bytes for each picture, the pictures.
 *
 * @param {readonly (readonly [number, Buffer])[]} pictures size and PNG
 */
export function icoOf(pictures) {
  const header = Buffer.alloc(6)
  header.writeUInt16LE(1, 2)
  header.writeUInt16LE(pictures.length, 4)
  let at = 6 + 16 * pictures.length
  const rows = pictures.map(([size, png]) => {
    const row = Buffer.alloc(16)
    // 256 is written as 0: the field is a byte.
    row.writeUInt8(size % 256, 0)
    row.writeUInt8(size % 256, 1)
    row.writeUInt16LE(1, 4)
    row.writeUInt16LE(32, 6)
    row.writeUInt32LE(png.length, 8)
    row.writeUInt32LE(at, 12)
    at += png.length
    return row
  })
  return Buffer.concat([header, ...rows, ...pictures.map(([, png]) => png)])
}

/** macOS' name of a picture → its size in pixels. */
const kinds = { ic11: 32, ic12: 64, ic07: 128, ic08: 256, ic13: 256, ic09: 512, ic14: 512, ic10: 1024 }

/**
 * macOS: a name and a length before the whole and before each picture.
 *
 * @param {Readonly<Record<number, Buffer>>} png by size
 */
export function icnsOf(png) {
  const entry = (name, content) => {
    const head = Buffer.alloc(8)
    head.write(name, 'latin1')
    head.writeUInt32BE(content.length + 8, 4)
    return Buffer.concat([head, content])
  }
  return entry('icns', Buffer.concat(Object.entries(kinds).map(([name, size]) => entry(name, png[size]))))
}
