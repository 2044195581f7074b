/**
 * Page headers: what every answer of a door with a page carries, so that no other page reads, frames or keeps it.
 *
 * Guards invariant 7; what scripts may do is said by the policy of each page itself.
 */
export const pageHeaders = {
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=()',
  'Cache-Control': 'no-store',
}
