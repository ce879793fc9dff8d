import java.io.DataInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;

/**
 * Reads ZIP archives as streams, which have no end of an archive to begin with.
 *
 * Standard input has each archive behind its size in four bytes. The output is a line for each entry, with the number of
 * its archive, its name, its size, and its checksum, and a line for an archive that is no archive.
 */
public final class ReadArchives {
    public static void main(String[] arguments) throws IOException {
        DataInputStream input = new DataInputStream(System.in);
        StringBuilder output = new StringBuilder();
        for (int number = 0; ; number++) {
            byte[] size = input.readNBytes(4);
            if (size.length < 4) break;
            Part part = new Part(input, java.nio.ByteBuffer.wrap(size).getInt());
            try (ZipInputStream archive = new ZipInputStream(part)) {
                for (ZipEntry entry; (entry = archive.getNextEntry()) != null; ) {
                    byte[] content = archive.readAllBytes();
                    CRC32 checksum = new CRC32();
                    checksum.update(content);
                    output.append(number + "\t" + entry.getName() + "\t" + content.length + "\t" + checksum.getValue() + "\n");
                }
            } catch (IOException | IllegalArgumentException error) {
                output.append(number + "\terror: " + error.getMessage() + "\n");
            }
            part.skipRest();
        }
        System.out.write(output.toString().getBytes("UTF-8"));
        System.out.flush();
    }

    /** The next bytes of a stream, up to a number. */
    private static final class Part extends FilterInputStream {
        private int rest;

        Part(InputStream input, int size) {
            super(input);
            rest = size;
        }

        @Override
        public int read() throws IOException {
            if (rest == 0) return -1;
            rest--;
            return in.read();
        }

        @Override
        public int read(byte[] buffer, int offset, int count) throws IOException {
            if (rest == 0) return -1;
            int found = in.read(buffer, offset, Math.min(count, rest));
            rest -= Math.max(found, 0);
            return found;
        }

        @Override
        public void close() {}

        void skipRest() throws IOException {
            in.readNBytes(rest);
            rest = 0;
        }
    }
}
