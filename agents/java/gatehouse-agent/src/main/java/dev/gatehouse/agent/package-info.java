/**
 * Agents for Gatehouse: the annotated methods of a class are offered to every gateway with the right token.
 *
 * <p>Start with {@link dev.gatehouse.agent.Agent#builder()}. See docs/protocol.md#agents-registration.
 */
package dev.gatehouse.agent;
