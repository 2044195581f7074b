/** QR code: what a camera reads, drawn as one path; dark on light whatever the theme, since cameras expect it so. */

import { useMemo } from 'react'
import { encode } from 'uqr'

/** Light modules around it that readers need. */
const border = 4

/** One square for each dark module, on a grid of 1. */
export const pathOf = (dark: readonly (readonly boolean[])[]): string =>
  dark.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('')

export const QrCode = ({ text, label }: { readonly text: string; readonly label: string }) => {
  const { data, size } = useMemo(() => encode(text, { ecc: 'M', border }), [text])
  return (
    <svg className="qr-code" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shapeRendering="crispEdges">
      <path className="qr-code-ground" d={`M0 0h${size}v${size}h-${size}z`} />
      <path className="qr-code-dark" d={pathOf(data)} />
    </svg>
  )
}
