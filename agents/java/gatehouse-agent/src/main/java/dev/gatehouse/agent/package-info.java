/**
 * Agents for Gatehouse: annotate a class, and what it can do is offered to every gateway that knows the token.
 *
 * <p>{@link dev.gatehouse.agent.Agent#builder()} is where to begin. See docs/protocol.md#agents-registration.
 */
package dev.gatehouse.agent;
