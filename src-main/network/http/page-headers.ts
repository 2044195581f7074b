/**
 * Page headers: sent with every page and asset, so that no other page can read, frame or cache it.
 *
 * Enforces invariant 7. Each page sets its own content security policy.
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
