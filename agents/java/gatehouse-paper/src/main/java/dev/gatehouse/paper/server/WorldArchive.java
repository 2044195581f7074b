package dev.gatehouse.paper.server;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** Writes world folders to one zip file, atomically and without following links. */
final class WorldArchive {
    private static final String END = ".zip";
    private static final String LOCK = "session.lock";
    /** Bytes of disk space to keep free. */
    private static final long RESERVE = 512L << 20;

    private WorldArchive() {}

    /** @return size in bytes @throws IOException when the disk is full, or a file cannot be read */
    static long write(Path folder, String id, List<Path> worlds, int keep) throws IOException {
        Files.createDirectories(folder);
        List<Path> roots = withoutNested(worlds);
        long most = 0;
        for (Path root : roots) most += sizeOf(root);
        if (Files.getFileStore(folder).getUsableSpace() < most + RESERVE) {
            throw new IOException("There is too little room on the disk.");
        }
        Path part = folder.resolve(id + ".part");
        Path whole = folder.resolve(id + END);
        try {
            try (OutputStream file = Files.newOutputStream(part); ZipOutputStream zip = new ZipOutputStream(file)) {
                for (Path root : roots) add(root, zip);
            }
            Files.move(part, whole);
        } finally {
            Files.deleteIfExists(part);
        }
        removeOldest(folder, keep);
        return Files.size(whole);
    }

    /** Newer servers store the Nether inside the first world's folder, which must be copied only once. */
    private static List<Path> withoutNested(List<Path> worlds) throws IOException {
        List<Path> all = new ArrayList<>();
        for (Path world : worlds) all.add(world.toRealPath());
        return all.stream()
                .distinct()
                .filter(one -> all.stream().noneMatch(other -> !other.equals(one) && one.startsWith(other)))
                .toList();
    }

    private static long sizeOf(Path root) throws IOException {
        long[] bytes = {0};
        visit(root, (file, about) -> bytes[0] += about.size());
        return bytes[0];
    }

    private static void add(Path root, ZipOutputStream zip) throws IOException {
        visit(root, (file, about) -> {
            String name = root.getFileName() + "/" + root.relativize(file).toString().replace('\\', '/');
            zip.putNextEntry(new ZipEntry(name));
            try {
                Files.copy(file, zip);
            } catch (NoSuchFileException gone) {
                // Deleted meanwhile.
            }
            zip.closeEntry();
        });
    }

    private interface Visit {
        void file(Path file, BasicFileAttributes about) throws IOException;
    }

    private static void visit(Path root, Visit visit) throws IOException {
        Files.walkFileTree(root, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes about) throws IOException {
                if (about.isRegularFile() && !file.getFileName().toString().equals(LOCK)) visit.file(file, about);
                return FileVisitResult.CONTINUE;
            }
        });
    }

    private static void removeOldest(Path folder, int keep) throws IOException {
        List<Path> backups;
        try (Stream<Path> files = Files.list(folder)) {
            backups = files.filter(file -> file.toString().endsWith(END)).sorted(Comparator.reverseOrder()).toList();
        }
        for (Path old : backups.subList(Math.min(keep, backups.size()), backups.size())) Files.deleteIfExists(old);
    }
}
