package dev.gatehouse.model;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.bukkit.plugin.Plugin;
import org.bukkit.scheduler.BukkitScheduler;
import org.bukkit.scheduler.BukkitTask;

/** The main thread, with 20 ticks per second. As on Paper, world access from another thread throws an exception. */
final class ServerThread implements BukkitScheduler {
    private static final long TICK_NANOS = 50_000_000;
    private static Thread thread;

    private final LinkedBlockingQueue<Runnable> next = new LinkedBlockingQueue<>();
    private final List<Repeated> repeated = new ArrayList<>();
    private volatile boolean isStopped;

    /** @throws IllegalStateException on another thread */
    static void check() {
        if (Thread.currentThread() != thread) throw new IllegalStateException("the world is touched asynchronously");
    }

    /** Ticks on this thread until it is stopped. */
    void run() {
        thread = Thread.currentThread();
        long due = System.nanoTime();
        while (!isStopped) {
            due += TICK_NANOS;
            for (Repeated one : List.copyOf(repeated)) one.tick();
            runUntil(due);
        }
    }

    void stop() {
        isStopped = true;
    }

    private void runUntil(long due) {
        try {
            for (long left = due - System.nanoTime(); left > 0; left = due - System.nanoTime()) {
                Runnable task = next.poll(left, TimeUnit.NANOSECONDS);
                if (task != null) guarded(task);
            }
        } catch (InterruptedException interrupted) {
            isStopped = true;
        }
    }

    private static void guarded(Runnable task) {
        try {
            task.run();
        } catch (RuntimeException thrown) {
            thrown.printStackTrace();
        }
    }

    @Override
    public BukkitTask runTask(Plugin plugin, Runnable task) {
        next.add(task);
        return () -> next.remove(task);
    }

    @Override
    public BukkitTask runTaskAsynchronously(Plugin plugin, Runnable task) {
        Thread thread = new Thread(task, "async");
        thread.setDaemon(true);
        thread.start();
        return () -> {};
    }

    @Override
    public BukkitTask runTaskTimer(Plugin plugin, Runnable task, long delay, long period) {
        Repeated one = new Repeated(task);
        repeated.add(one);
        return () -> repeated.remove(one);
    }

    private record Repeated(Runnable task) {
        void tick() {
            guarded(task);
        }
    }
}
